/** Generated pages, by their path in the repository. */
export const OPENAPI_FILE = 'docs/api/openapi.json';
export const DASHBOARD_FILE = 'docs/api/dashboard.json';
export const ERRORS_FILE = 'docs/errors.md';

/** Scheme and host of the documentation in the description; a deployment that serves the description replaces them. */
export const PUBLISHED_DOCS_URL = 'https://docs.malote.example';
/** File in the documentation: the example evidence as a PDF. */
export const EVIDENCE_EXAMPLE = 'exemplo-de-evidencia.pdf';
