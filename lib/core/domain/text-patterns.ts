import { idPrefixes } from './ids.ts';

/** Patterns of texts that customers send; `lib/texts/errors/error-catalogue.ts` names each in the texts of errors. */

/** A marker's name: `{{customer_name}}`. */
export const VARIABLE_NAME = '^[A-Za-z0-9_]+$';

/** What may follow a marker's name (rule DOC-17): an alignment, and a width in millimeters: `{{total:r}}`, `{{obs:l30}}`. */
export const MARKER_PLACE = ':([lcrLCR])([1-9][0-9]{0,2})?';

/** Hash of the quote of a letter batch: SHA-256. */
export const QUOTE_HASH = '^[0-9a-f]{64}$';

/** Id of a letter batch. */
export const LETTER_BATCH_ID = `^${idPrefixes.mail_merge}_[A-Za-z0-9]+$`;

/** S10 tracking code of the national carrier (UPU S10): two letters, eight digits, a check digit, the country. */
export const TRACKING_CODE = '^[A-Z]{2}([0-9]{8})([0-9])BR$';

/**
 * A short text in one line: without the controls C0 and C1, which terminals and files obey, and without the embeddings,
 * overrides and isolates of bidirectional text (UAX #9), which show a text as another one (CVE-2021-42574). The
 * characters themselves, as engines do not agree on how they are escaped.
 */
export const SHORT_TEXT = '^[^\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]*$';

/** Base64 of RFC 4648 §4. Whole groups of four are checked separately: some engines count them on their stack. */
export const STANDARD_BASE64 = '^[A-Za-z0-9+/]+={0,2}$';

/** A character of a URL after its host, or a whole escape; characters beyond ASCII are escaped later (RFC 3987). */
const IN_URL = '(?:[^\\x00-\\x20"#%<>\\[-^`{-}\\x7f-\\x9f]|%[0-9A-Fa-f]{2})';

/** The characters of a URL, whatever it leads to; a name or a path may be international. */
export const URL_TEXT = `^(?:[A-Za-z]+://\\[[0-9A-Fa-f:]+\\])?${IN_URL}*(?:#${IN_URL}*)?$`;

/** A letter, digit, hyphen or underscore of a host name, or a non-ASCII letter. */
const IN_LABEL = '[^\\x00-,./:-@\\[-^`{-\\x7f]';
/** The last label of a name begins with a letter; otherwise it is part of an address. */
const LAST_LABEL = `[^\\x00-@\\[-\`{-\\x7f]${IN_LABEL}*`;
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const PORT = '0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})';
const AT_PORT = `(?::(?:${PORT})?)?`;
const AFTER_HOST = `${AT_PORT}(?:[/?#].*)?$`;

/** A URL that a browser opens over HTTP: with a host name or an address; `URL` checks IPv6. */
export const WEB_URL = `^[Hh][Tt][Tt][Pp][Ss]?://(?:(?:${IN_LABEL}+\\.)*${LAST_LABEL}\\.?|(?:${BYTE}\\.){3}${BYTE}|\\[[0-9A-Fa-f:]+\\])${AT_PORT}(?:[/?]${IN_URL}*)?(?:#${IN_URL}*)?$`;

/** A URL that the service calls: HTTPS, with a domain name. No user information, which hides the host. */
export const PUBLIC_URL = `^[Hh][Tt][Tt][Pp][Ss]://(?:${IN_LABEL}+\\.)+${LAST_LABEL}\\.?${AFTER_HOST}`;
