/**
 * The Content-Security-Policy of the dashboard's page: only its own files, no third party.
 * @param files origins of preview and upload links, if other than the dashboard's
 */
export function contentSecurityPolicy(files: readonly string[] = []): string {
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    // pdf.js creates fonts from those in a PDF.
    'font-src': "'self' data:",
    'connect-src': ["'self'", ...files].join(' '),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
