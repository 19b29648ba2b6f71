/**
 * The Content-Security-Policy of the dashboard's page: only its own files, no third party.
 * @param files where links to previews and uploads lead, if not to the dashboard's own origin
 */
export function contentSecurityPolicy(files?: string): string {
  const own = files === undefined ? "'self'" : `'self' ${files}`;
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    // Components set sizes and colors as styles of elements.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': own,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
