/**
 * Content security policy of the documentation for customers. All that it runs and shows comes from its own files
 * (`lib/programs/site/out-of-line.ts`); colors of code stand in attributes, and the search is WebAssembly.
 */
export const documentationPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
