/** The hosted page as a browser without JavaScript sees it: its address comes from the letter. */
export class PageVisit {
  readonly url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.#headers = { 'accept-language': 'pt-BR', ...headers };
  }

  open(): Promise<Shown> {
    return this.#load(this.url);
  }

  /** Submits a code with the page's form; `entry` says how it got into the field. */
  enter(code: string, entry: 'typed' | 'qr_code' = 'typed'): Promise<Shown> {
    return this.#send(this.url, { code, entry });
  }

  /** Submits the number of a letter with the form of the bare host. */
  enterNumber(number: string): Promise<Shown> {
    return this.#send(this.url, { number });
  }

  shareLocation(fields: Record<string, string>): Promise<Shown> {
    return this.#send(`${this.url}/location`, fields);
  }

  #send(url: string, fields: Record<string, string>): Promise<Shown> {
    return this.#load(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Follows redirects, as browsers do. */
  async #load(url: string, init: RequestInit = {}): Promise<Shown> {
    const response = await fetch(url, { ...init, headers: this.#headers });
    const html = await response.text();
    const [, heading = ''] = /<h1>\s*([^<]*?)\s*<\/h1>/.exec(html) ?? [];
    return { status: response.status, url: response.url, headers: response.headers, html, heading };
  }
}

export interface Shown {
  status: number;
  url: string;
  headers: Headers;
  html: string;
  heading: string;
}
