/** The hosted page as a browser without JavaScript sees it: its address comes from the letter. */
export class PageVisit {
  readonly url: string;
  readonly #headers: Record<string, string>;
  /** `name=value` by name; all are of this page. */
  readonly #cookies = new Map<string, string>();

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

  /** Follows redirects and keeps cookies, as browsers do. */
  async #load(url: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...this.#cookies.values()].join('; ');
    const headers = { ...this.#headers, ...(cookie !== '' && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie())
      this.#cookies.set(set.slice(0, set.indexOf('=')), set.slice(0, set.indexOf(';')));
    const location = response.headers.get('location');
    if (response.status === 303 && location !== null) return this.#load(new URL(location, url).href);
    const html = await response.text();
    const [, heading = ''] = /<h1>\s*([^<]*?)\s*<\/h1>/.exec(html) ?? [];
    return { status: response.status, url, headers: response.headers, html, heading };
  }
}

export interface Shown {
  status: number;
  url: string;
  headers: Headers;
  html: string;
  heading: string;
}
