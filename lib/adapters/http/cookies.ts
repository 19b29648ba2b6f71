import { type ApiEvent, requestHeader } from './exchange.ts';

/** The value of a cookie; undefined when it was not sent. */
export function cookieOf(event: ApiEvent, name: string): string | undefined {
  const pairs = (requestHeader(event, 'cookie') ?? '').split(';').map((pair) => pair.trim());
  // A repeated cookie is ignored, because one of the two is not ours.
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
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
