import { type ApiEvent, requestHeader } from './exchange.ts';

/** Name and value of each cookie of the request. */
function pairsOf(event: ApiEvent): [string, string][] {
  const pairs = (requestHeader(event, 'cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.flatMap((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [] : [[pair.slice(0, end), pair.slice(end + 1)]];
  });
}

/** The value of a cookie; undefined when it was not sent. */
export function cookieOf(event: ApiEvent, name: string): string | undefined {
  // A repeated cookie is ignored, because one of the two is not ours.
  const values = pairsOf(event).flatMap(([sent, value]) => (sent === name ? [value] : []));
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
}

/** The values of all cookies whose name begins so. */
export function cookiesOf(event: ApiEvent, beginning: string): string[] {
  return pairsOf(event).flatMap(([name, value]) => (name.startsWith(beginning) && value !== '' ? [value] : []));
}

export interface CookieOptions {
  /** Whether the site uses HTTPS; otherwise the browser would not accept a `Secure` cookie. */
  secure: boolean;
  sameSite: 'Strict' | 'Lax';
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
}

/** The name of a cookie; with `__Host-`, other hosts and plain HTTP cannot set it (RFC 6265bis §4.1.3.2). */
export const cookieName = (name: string, secure: boolean) => `${secure ? '__Host-' : ''}${name}`;

/** The `Set-Cookie` header of a cookie that scripts cannot read. `value` needs no escaping. */
export function setCookie(name: string, value: string, { secure, sameSite, maxAge }: CookieOptions): string {
  const attributes = ['Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), `SameSite=${sameSite}`, `Max-Age=${maxAge}`];
  return [`${cookieName(name, secure)}=${value}`, ...attributes].join('; ');
}
