/** Patterns of texts that customers send; each has a name in the texts of errors (`lib/adapters/http/error-catalogue.ts`). */

/** A marker's name: `{{customer_name}}`. */
export const VARIABLE_NAME = '^[A-Za-z0-9_]+$';

/** A URL that a browser opens: of a host, by HTTP. */
export const WEB_URL = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#:]';
