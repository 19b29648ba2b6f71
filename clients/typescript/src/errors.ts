import type { ErrorDetail } from './generated/types.gen.js';

/** What is known of a call that failed. */
export interface Outcome {
  /** How often it was sent. */
  readonly attempts: number;
  /** The key of a POST: repeating the call with it never repeats its effect. */
  readonly idempotencyKey: string | null;
  /**
   * An attempt was lost, and no later answer says what became of it: something may have been created and charged.
   * If false, the call created and charged nothing.
   */
  readonly mayHaveTakenEffect: boolean;
}

/** The service refused the request or failed. Its text has all details, and what is known of earlier attempts. */
export class MaloteError extends Error implements Outcome {
  readonly attempts: number;
  readonly idempotencyKey: string | null;
  readonly mayHaveTakenEffect: boolean;
  /** HTTP status. */
  readonly status: number;
  /** Category, such as `billing_error`; null if the response is not from the service (a proxy's, for example). */
  readonly type: string | null;
  /** Specific and stable, such as `insufficient_balance`; handle unknown codes by their type. */
  readonly code: string | null;
  /** Identifies the request when you contact support. */
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** All problems of the request, for a ValidationError; otherwise empty. */
  readonly details: readonly ErrorDetail[];

  constructor(status: number, problem: Partial<Problem>, text: string, outcome: Outcome) {
    const message = problem.message ?? `HTTP ${status}: ${text.slice(0, 200)}`;
    const details = problem.details ?? [];
    const lines = [message, ...details.map((detail) => `- ${detail.param}: ${detail.message}`)];
    super(textOf(lines, outcome, problem.request_id));
    this.name = new.target.name;
    this.status = status;
    this.type = problem.type ?? null;
    this.code = problem.code ?? null;
    this.requestId = problem.request_id ?? null;
    this.docUrl = problem.doc_url ?? null;
    this.details = details;
    this.attempts = outcome.attempts;
    this.idempotencyKey = outcome.idempotencyKey;
    this.mayHaveTakenEffect = outcome.mayHaveTakenEffect;
  }
}

/** 400 and 413: the request cannot be read. */
export class InvalidRequestError extends MaloteError {}
/** 401: the API key is missing, unknown or revoked. */
export class AuthenticationError extends MaloteError {}
/** 402: the balance does not cover the price. */
export class BillingError extends MaloteError {}
/** 403: the account is currently not allowed to do this. */
export class PermissionError extends MaloteError {}
/** 404: the object does not exist. */
export class NotFoundError extends MaloteError {}
/** 409: the object's status does not allow it, or the idempotency key belongs to another request. */
export class ConflictError extends MaloteError {}
/** 422: fields are invalid; `details` lists all of them. */
export class ValidationError extends MaloteError {}
/** 429: too many requests per second, even after all retries. */
export class RateLimitError extends MaloteError {}
/** 5xx: the service failed, even after all retries. */
export class ApiError extends MaloteError {}

/** No response, even after all retries. */
export class ConnectionError extends Error implements Outcome {
  override readonly name: string = 'ConnectionError';
  readonly attempts: number;
  readonly idempotencyKey: string | null;
  readonly mayHaveTakenEffect: boolean;

  constructor(message: string, outcome: Outcome, options: ErrorOptions) {
    super(textOf([message], outcome), options);
    this.attempts = outcome.attempts;
    this.idempotencyKey = outcome.idempotencyKey;
    this.mayHaveTakenEffect = outcome.mayHaveTakenEffect;
  }
}
/** The response did not arrive in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

function textOf(
  lines: readonly string[],
  { attempts, idempotencyKey, mayHaveTakenEffect }: Outcome,
  requestId?: string,
) {
  const advice = idempotencyKey === null ? 'Look before you repeat it.' : 'Repeat it with the same idempotency key.';
  const known = [
    ...(requestId ? [`request ${requestId}`] : []),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(idempotencyKey === null ? [] : [`idempotency key ${idempotencyKey}`]),
  ];
  return [
    ...lines,
    ...(mayHaveTakenEffect ? [`An attempt was lost, so the call may have taken effect. ${advice}`] : []),
    `(${known.join(', ')})`,
  ].join('\n');
}

interface Problem {
  type: string;
  code: string;
  message: string;
  request_id: string;
  doc_url: string;
  details: ErrorDetail[] | null;
}

const classes: Readonly<Record<string, typeof MaloteError>> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  billing_error: BillingError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  conflict_error: ConflictError,
  validation_error: ValidationError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
};

/** @returns the error of a response: a plain MaloteError for types that this version does not know */
export function errorOf(status: number, text: string, outcome: Outcome): MaloteError {
  const problem = problemIn(text);
  const kind = classes[problem.type ?? ''] ?? (status >= 500 ? ApiError : MaloteError);
  return new kind(status, problem, text, outcome);
}

export function problemIn(text: string): Partial<Problem> {
  try {
    return (JSON.parse(text) as { error?: Partial<Problem> } | null)?.error ?? {};
  } catch {
    return {}; // Not from the service: a proxy's page, or S3's XML.
  }
}
