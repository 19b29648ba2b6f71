/**
 * Codes of the API's `error.code` (rule ERR-4). `lib/texts/errors/error-catalogue.ts` has their status, type and
 * texts.
 */
export type ApiProblemCode =
  | 'invalid_json'
  | 'unsupported_content_type'
  | 'invalid_idempotency_key'
  | 'request_too_large'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'insufficient_balance'
  | 'account_suspended'
  | 'api_key_not_allowed'
  | 'api_key_limit_reached'
  | 'resource_not_found'
  | 'endpoint_not_found'
  | 'postal_code_not_found'
  | 'letter_not_cancelable'
  | 'letter_batch_not_confirmable'
  | 'letter_batch_expired'
  | 'letter_batch_quote_differs'
  | 'verification_not_cancelable'
  | 'verification_not_awaiting_code'
  | 'letter_not_final'
  | 'verification_not_final'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'invalid_parameters'
  | 'rate_limit_exceeded'
  | 'daily_limit_exceeded'
  | 'internal_error'
  | 'service_unavailable';

/** Additional codes of the dashboard's requests (docs/dashboard-api.md). */
export type DashboardProblemCode =
  | 'session_missing'
  | 'session_ended'
  | 'request_from_elsewhere'
  | 'role_insufficient'
  | 'letter_not_editable'
  | 'last_owner'
  | 'person_exists'
  | 'too_many_invitations'
  | 'mail_merge_canceled'
  | 'mailing_not_erasable';

export type ProblemCode = ApiProblemCode | DashboardProblemCode;

/** Codes of `error.details[].code` (rule ERR-6). */
export type DetailCode =
  | 'required'
  | 'unknown_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'requires_registered'
  | 'postal_code_not_found'
  | 'address_incomplete'
  | 'document_unreachable'
  | 'verification_not_found'
  | 'upload_not_found'
  | 'upload_expired'
  | 'upload_already_used'
  | 'upload_file_missing'
  | 'upload_file_changed'
  | 'too_many_rows_today'
  | 'document_invalid'
  | 'document_encrypted'
  | 'document_too_large'
  | 'document_page_size'
  | 'too_many_sheets'
  | 'address_area_not_blank'
  | 'variable_missing'
  | 'variable_not_found'
  | 'document_text_unreadable'
  | 'otp_code_missing';

/** Why a file is rejected as `document_invalid`: the `values` of that detail. */
export type DocumentFlaw =
  | { reason: 'not_pdf' | 'damaged' | 'dynamic_form' | 'portfolio' }
  | { reason: 'too_complex'; limit: ComplexityLimit; maximum: number }
  | { reason: 'undrawable'; page?: number }
  | { reason: 'pages_missing'; found: number; count: number }
  | { reason: 'page_damaged' | 'prints_differently'; page: number };

/** Why the PDF at a URL could not be downloaded: the `values` of `document_unreachable`. */
export type DownloadFlaw =
  | { reason: 'answered'; http_status: number }
  | { reason: 'too_slow'; seconds: number }
  | { reason: 'too_many_redirects'; maximum: number }
  | { reason: 'compressed' | 'host_busy' | 'no_connection' | 'not_public' };

/** Why a body is rejected as `invalid_json`: the `values` of that problem. */
export type BodyFlaw =
  | { reason: 'syntax' | 'not_utf8' | 'half_character' | 'form' }
  | { reason: 'repeated_name'; name: string }
  | { reason: 'too_deep' | 'too_many_values'; maximum: number };

/** The limit that a document exceeds; `megabytes` counts its unpacked streams, `seconds` the drawing. */
export type ComplexityLimit =
  | 'objects'
  | 'structure'
  | 'values'
  | 'nesting'
  | 'huge_numbers'
  | 'megabytes'
  | 'filters'
  | 'reading_steps'
  | 'operators'
  | 'operands'
  | 'string_bytes'
  | 'glyphs'
  | 'forms'
  | 'annotations'
  | 'font_entries'
  | 'comparisons'
  | 'seconds';

/** Why a value is rejected as `invalid_value` if there is no list of allowed values: the `values` of that detail. */
export type ValueFlaw =
  | { reason: 'foreign_cursor' | 'sent_twice' | 'listed_twice' | 'too_near_zero' }
  | { reason: 'city_of_postal_code' | 'state_of_postal_code'; city: string; state: string }
  | { reason: 'unknown_state' | 'with_document' | 'without_document' | 'with_code' }
  | { reason: 'unreachable_url' | 'unknown_event_type' | 'invisible_logo' | 'another_address' }
  | { reason: 'long_period'; maximum: number }
  | { reason: 'uncertain_cell'; fault: string }
  | { reason: 'other_cells'; cells: number; columns: number }
  | { reason: 'backward_range' | 'webhooks_without_read' }
  | { reason: 'low_contrast'; ratio: string; least: string }
  | { reason: 'host_not_served' | 'host_taken'; host: string };

export type Values = Record<string, string | number>;

/** `param` may contain a name that the customer chose; longer ones are cut. */
const MOST_PARAM_CHARACTERS = 256;

/** The name of a field as people and programs are told it. */
export const shownParam = (param: string): string =>
  param.length > MOST_PARAM_CHARACTERS ? `${param.slice(0, MOST_PARAM_CHARACTERS).toWellFormed()}…` : param;

/**
 * Of one row: a page of 100 rows then has at most 4.3 MB, with names that JSON writes with six characters for each, and
 * fits the response of a function (6 MB, https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const MOST_PROBLEMS_OF_ROW = 20;

/** The problems of a row that are stored and shown: the first ones, in few words (rules DASH-13, LBT-7). */
export const problemsOfResult = <Problem extends { param: string }>(details: readonly Problem[]): Problem[] =>
  details.slice(0, MOST_PROBLEMS_OF_ROW).map((detail) => ({ ...detail, param: shownParam(detail.param) }));

/** One problem of a request. `values` fill the placeholders of the detail's text, e.g. the page or the limit. */
export type Detail = {
  /** Dot notation, e.g. `to.postal_code`, `postal_services[1]`. */
  param: string;
} & Flaw;

/**
 * Codes that always have `values`: for a type, value or format they say what is allowed or why, for a file or its
 * address why.
 */
type Explained = 'invalid_type' | 'invalid_value' | 'invalid_format' | 'document_invalid' | 'document_unreachable';

/** A code with the placeholders of its text. */
export type Flaw =
  | { [Code in Explained]: { code: Code; values: Values } }[Explained]
  | { code: Exclude<DetailCode, Explained>; values?: Values };

/** A value is rejected for this reason. */
export function notAllowed(values: ValueFlaw): Flaw {
  return { code: 'invalid_value', values };
}

/** A body cannot be read for this reason. */
export function unreadable(flaw: BodyFlaw, cause?: unknown): Problem {
  return new Problem('invalid_json', { values: flaw, cause });
}

/** The service failed, and it is not known whether the request took effect. */
export function mayHaveTakenEffect(code: 'internal_error' | 'service_unavailable', cause?: unknown): Problem {
  return new Problem(code, { values: { reason: 'may_have_taken_effect' }, cause });
}

/**
 * A request whose invalid fields are undefined, so that the others can be checked and all problems reported together.
 */
export type ValidFields<T> = T extends object ? { [Field in keyof T]: ValidFields<T[Field]> | undefined } : T;

/** Why an operation is rejected. Nothing was created or charged when one is thrown, except by `mayHaveTakenEffect`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: readonly Detail[] | undefined;
  /** Values for the placeholders of the problem's text; numbers are centavos, or belong to a `BodyFlaw`. */
  readonly values: Values | undefined;

  constructor(code: ProblemCode, options: { details?: readonly Detail[]; values?: Values; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = options.details;
    this.values = options.values;
  }

  static invalid(details: readonly Detail[]): Problem {
    return new Problem('invalid_parameters', { details });
  }
}
