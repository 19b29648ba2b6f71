/** It waits in a cookie (`MOST_SIGN_INS`). */
const LONGEST = 800;

/**
 * Where a browser goes after sign-in (rule DASH-6): the path if it belongs to the dashboard, else `/`. Two leading
 * slashes name a host, browsers read a backslash as a slash, and they ignore tabs and line breaks.
 */
export function returnPath(path: string | undefined): string {
  const isLocal = path !== undefined && path.length <= LONGEST && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path);
  return isLocal && !/^\/api(?:[/?#]|$)/.test(path) ? path : '/';
}
