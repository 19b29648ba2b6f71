/** Generated pages, by their path in the repository. */
export const OPENAPI_FILE = 'docs/api/openapi.json';
export const ERRORS_FILE = 'docs/errors.md';
