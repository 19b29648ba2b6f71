/** Schemes of addresses that a browser opens. */
export type WebScheme = 'http' | 'https';

/**
 * A URL of a host by one of the schemes that leads where it seems to: without user information, which hides the host, and
 * at a port that can be called. `URL` refuses ports above 65535; nobody can listen on port 0.
 */
export function parseWebUrl(text: string, schemes: readonly WebScheme[]): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.port === '0') return undefined;
  return schemes.some((scheme) => url.protocol === `${scheme}:`) ? url : undefined;
}
