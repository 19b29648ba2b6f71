import { Problem } from '../../core/domain/problems.ts';

/** The only fields that a log line may have: none holds content of a request (rule PRIV-4). */
export type LogFields = {
  operation?: string;
  request_id?: string;
  /** Of the gateway, whose access log has it as `request_id`. */
  gateway_request_id?: string;
  method?: string;
  /** The template of the path, with the names of its parameters instead of them. */
  route?: string;
  account_id?: string;
  api_key_id?: string;
  person_id?: string;
  object_id?: string;
  status?: number;
  error_code?: string;
  replayed?: boolean;
  duration_ms?: number;
  failure?: Failure;
};

/** Powertools' Logger is one. */
export interface RequestLog {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}

/** An error by its class and stack. Its message is left out, because libraries quote the offending data there. */
export type Failure = {
  name: string;
  frames: string[];
  cause?: Failure;
};

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  // The stack begins with the message, of which a line may look like a frame.
  const trace = (error.stack ?? '').replace(error.message, '');
  const frames = trace.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    frames: frames.map((frame) => frame.trim()),
    ...(error.cause !== undefined && { cause: describeFailure(error.cause) }),
  };
}

/** Error names of AWS services and of the runtime for temporary failures. */
const TEMPORARY = new Set([
  'Contention',
  'InternalServerError',
  'KMSInternalException',
  'LimitExceededException',
  'OutcomeUnknown',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'ThrottledException',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const CONNECTION_ERRORS = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** True for a temporary failure: throttling, timeouts, an AWS service that is down for a moment. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Problem) return error.code === 'service_unavailable';
  const { code, $metadata, CancellationReasons } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
    CancellationReasons?: { Code?: string }[];
  };
  return (
    TEMPORARY.has(error.name) ||
    CONNECTION_ERRORS.has(code ?? '') ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    (CancellationReasons ?? []).some((reason) => CONTENTION.has(reason.Code ?? ''))
  );
}

/** Reasons for a canceled transaction that a retry may not meet again. */
const CONTENTION = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError', 'TransactionConflict']);
