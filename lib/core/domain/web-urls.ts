/** Schemes of URLs that a browser opens. */
export type WebScheme = 'http' | 'https';

/**
 * A URL for messages and logs: without user information, query and fragment, which often hold a secret (CWE-598).
 * @throws TypeError if it is no URL
 */
export function withoutSecrets(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** A URL as RFC 3986 writes it: an international name as Punycode, other characters beyond ASCII escaped. */
export function inAscii(url: string): string {
  return /^[!-~]*$/.test(url) ? url : new URL(url).href;
}

/**
 * A URL with one of the schemes and a visible host: without user information, which hides the host, and with a port
 * that can be called. `URL` rejects ports above 65535; nobody can listen on port 0.
 */
export function parseWebUrl(text: string, schemes: readonly WebScheme[]): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.port === '0') return undefined;
  return schemes.some((scheme) => url.protocol === `${scheme}:`) ? url : undefined;
}
