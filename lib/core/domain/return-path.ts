const LONGEST = 2_000;

/**
 * Where a browser goes after sign-in (rule DASH-6): the path when it is one of the dashboard, else `/`. Two slashes at the
 * beginning name a host, a backslash is a slash to browsers, and they leave out tabs and line breaks.
 */
export function returnPath(path: string | undefined): string {
  const isLocal = path !== undefined && path.length <= LONGEST && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path);
  return isLocal && !/^\/api(?:[/?#]|$)/.test(path) ? path : '/';
}
