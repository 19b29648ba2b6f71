/** Generated pages, by their path in the repository. */
export const OPENAPI_FILE = 'docs/api/openapi.json';
export const ERRORS_FILE = 'docs/errors.md';

/** Scheme and host of the documentation in the description; who serves the description elsewhere puts its own there. */
export const PUBLISHED_DOCS_URL = 'https://docs.malote.example';
/** In the documentation: the evidence among the examples, as a document. */
export const EVIDENCE_EXAMPLE = 'exemplo-de-evidencia.pdf';
