/**
 * Content security policy of the documentation for customers. Scripts and content come only from its own files
 * (`lib/programs/site/out-of-line.ts`); code colors need style attributes, and the search needs WebAssembly.
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
