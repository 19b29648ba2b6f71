/** A response of the API as a customer sees it. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  body: any;
}

type Content = string | Uint8Array<ArrayBuffer>;

const isContent = (body: unknown): body is Content | undefined =>
  body === undefined || typeof body === 'string' || body instanceof Uint8Array;

/** A customer's client: one key, JSON in and out. */
export class ApiClient {
  readonly baseUrl: string;
  readonly key: string | undefined;

  constructor(baseUrl: string, key?: string) {
    this.baseUrl = baseUrl;
    this.key = key;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.ask('POST', path, body, headers);
  }

  /** Text and bytes are sent unchanged, anything else as JSON. */
  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const content = isContent(body) ? body : JSON.stringify(body);
    return this.send(method, path, content, {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    });
  }

  async send(
    method: string,
    path: string,
    body: Content | undefined,
    headers: Record<string, string>,
  ): Promise<ApiResponse> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }
}

/** The control surface of the local cloud. */
export class Control {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string): Promise<any> {
    return this.#read(await fetch(this.url + path));
  }

  async post(path: string, body?: unknown): Promise<any> {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    return this.#read(await fetch(this.url + path, { method: 'POST', body: text }));
  }

  /** Opens an account and gives a client with its key. */
  async openAccount(baseUrl: string, fields: Record<string, unknown> = {}): Promise<{ id: string; api: ApiClient }> {
    const { account, api_key } = await this.post('/accounts', { ...accountFields, ...fields });
    return { id: account.id, api: new ApiClient(baseUrl, api_key) };
  }

  /** Advances the clock by seconds, or to an instant unless it has passed: time passes between two steps as well. */
  async advance(to: string | number): Promise<string> {
    const step = typeof to === 'number' ? { advance_seconds: to } : { advance_to: to };
    const { now } = await this.post('/clock', step).catch((error: Error) => {
      if (/^422 .*Time only goes forward/.test(error.message)) return this.get('/clock');
      throw error;
    });
    return now;
  }

  async #read(response: Response): Promise<any> {
    const body: any = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    return body;
  }
}

const accountFields = {
  legal_name: 'Empresa de Teste Ltda.',
  cnpj: '15.216.260/0001-76',
  plan: 'pay_as_you_go',
  default_sender: { name: 'Empresa de Teste', number: '10', postal_code: '01001-000' },
  balance: 100_000,
};
