/**
 * The Content-Security-Policy of the dashboard's page: only its own files, no third party.
 * @param files where links to previews and uploads lead, if not to the dashboard's own origin
 */
export function contentSecurityPolicy(files?: string): string {
  const own = files === undefined ? "'self'" : `'self' ${files}`;
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    // pdf.js makes fonts of those in a PDF.
    'font-src': "'self' data:",
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
