export interface Letter {
  id: string;
  status: string;
  reference: string | null;
  price: { total: number };
  warnings: { code: string }[];
}

/** The service's own record of what exists. */
export class Books {
  readonly baseUrl: string;
  readonly apiKey: string;

  constructor(baseUrl: string, apiKey: string) {
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
  }

  /** Newest first. */
  async letters(): Promise<Letter[]> {
    return this.#all<Letter>('/letters');
  }

  /** The id of a letter, or of a letter batch, for each charge. */
  async charged(type: 'letter' | 'letter_batch' = 'letter'): Promise<(string | null)[]> {
    const transactions = await this.#all<{ source_id: string | null }>('/balance/transactions', `type=${type}`);
    return transactions.map(({ source_id }) => source_id);
  }

  /** The id of the newest endpoint. */
  async newestEndpoint(): Promise<string> {
    const [newest] = await this.#all<{ id: string }>('/webhook-endpoints');
    return newest!.id;
  }

  async #all<T>(path: string, filter = ''): Promise<T[]> {
    const url = `${this.baseUrl}${path}?limit=100&${filter}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${this.apiKey}` } });
    const { data, has_more } = (await response.json()) as { data: T[]; has_more: boolean };
    if (has_more) throw new Error(`More than a page of ${path}.`);
    return data;
  }
}
