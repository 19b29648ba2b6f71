/** Patterns of texts that customers send; each has a name in the texts of errors (`lib/adapters/http/error-catalogue.ts`). */

/** A marker's name: `{{customer_name}}`. */
export const VARIABLE_NAME = '^[A-Za-z0-9_]+$';

/** Base64 of RFC 4648 §4 in whole groups of four; the length is looked at apart. */
export const STANDARD_BASE64 = '^[A-Za-z0-9+/]+={0,2}$';

/** A URL that a browser opens: of a host, by HTTP. */
export const WEB_URL = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#:]';
