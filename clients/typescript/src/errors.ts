import type { ErrorDetail } from './generated/types.gen.js';

/** The service refused a request, or failed. Nothing was created or charged by it. */
export class MaloteError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Category, such as `billing_error`; null where the answer is not the service's, such as a proxy's. */
  readonly type: string | null;
  /** Exact and stable, such as `insufficient_balance`; handle the ones you do not know by their type. */
  readonly code: string | null;
  /** Names the request to the service's people. */
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** Everything that is wrong with a request, for a ValidationError; otherwise empty. */
  readonly details: readonly ErrorDetail[];

  constructor(status: number, problem: Partial<Problem>, text: string) {
    super(problem.message ?? `HTTP ${status}: ${text.slice(0, 200)}`);
    this.name = new.target.name;
    this.status = status;
    this.type = problem.type ?? null;
    this.code = problem.code ?? null;
    this.requestId = problem.request_id ?? null;
    this.docUrl = problem.doc_url ?? null;
    this.details = problem.details ?? [];
  }
}

/** 400 and 413: the request cannot be read. */
export class InvalidRequestError extends MaloteError {}
/** 401: the API key is missing, unknown or revoked. */
export class AuthenticationError extends MaloteError {}
/** 402: the balance does not cover the price. */
export class BillingError extends MaloteError {}
/** 403: the account may not do this now. */
export class PermissionError extends MaloteError {}
/** 404: there is no such object. */
export class NotFoundError extends MaloteError {}
/** 409: the object's status does not allow it, or the idempotency key stands for another request. */
export class ConflictError extends MaloteError {}
/** 422: fields are wrong; `details` lists all of them. */
export class ValidationError extends MaloteError {}
/** 429: too many requests in a second, also after all retries. */
export class RateLimitError extends MaloteError {}
/** 5xx: the service failed, also after all retries. */
export class ApiError extends MaloteError {}

/** No answer came, also after all retries. A POST may have been done: repeat it with the same idempotency key. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
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

/** @returns the error that an answer stands for; a MaloteError itself for a type that this version does not know */
export function errorOf(status: number, text: string): MaloteError {
  const problem = problemIn(text);
  const kind = classes[problem.type ?? ''] ?? (status >= 500 ? ApiError : MaloteError);
  return new kind(status, problem, text);
}

function problemIn(text: string): Partial<Problem> {
  try {
    return (JSON.parse(text) as { error?: Partial<Problem> }).error ?? {};
  } catch {
    return {}; // Not the service's answer: a proxy's page, or S3's XML.
  }
}
