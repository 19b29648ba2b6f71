import { LOCAL_PASSWORD } from '../../lib/programs/local-service/sign-in/users.ts';
import type { ApiResponse } from './api.ts';

type Headers = Record<string, string>;

/** The part of a browser that sign-in needs: it keeps cookies, and sends what browsers send with a page's requests. */
export class Browser {
  readonly origin: string;
  /** Name → value with its attributes. */
  readonly cookies = new Map<string, { value: string; attributes: string }>();

  constructor(origin: string) {
    this.origin = origin;
  }

  /** One request; redirects are not followed. */
  async open(url: string, init: { method?: string; headers?: Headers; body?: string } = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(url, this.origin), {
      ...init,
      headers: { ...(cookie !== '' && { cookie }), ...init.headers },
      redirect: 'manual',
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(text)!;
      const isGone = /;\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attributes!);
      if (isGone) this.cookies.delete(name!);
      else this.cookies.set(name!, { value: value!, attributes: attributes! });
    }
    return response;
  }

  /** Follows redirects until the provider's form or the dashboard. @returns where it ends, relative to the dashboard */
  async follow(url: string): Promise<{ url: string; response: Response }> {
    for (let next = url; ;) {
      const response = await this.open(next);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return { url: next, response };
      const target = new URL(location, new URL(next, this.origin));
      next = target.origin === this.origin ? target.pathname + target.search : target.href;
      // A screen of the dashboard, which this browser does not render.
      if (!/^\/(?:api|_sign-in)\//.test(next)) return { url: next, response };
    }
  }

  /** Signs in like a person. @returns where the browser is then, relative to the dashboard */
  async signIn(email: string, { returnTo, password = LOCAL_PASSWORD }: { returnTo?: string; password?: string } = {}) {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo }).toString()}`;
    const form = await this.follow(`/api/sign-in${query}`);
    const sent = await this.open(form.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password }).toString(),
    });
    const location = sent.headers.get('location');
    if (location === null) return `${sent.status}`;
    const target = new URL(location);
    return (await this.follow(target.pathname + target.search)).url;
  }

  /** A request of the page's own script. */
  async ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<ApiResponse> {
    const response = await this.open(`/api${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin: this.origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }
}
