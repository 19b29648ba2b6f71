import { Problem } from '../../core/domain/problems.ts';
import type { SecurityEventName } from '../../core/domain/security-events.ts';
import type { Failure } from '../net/failure.ts';

/** The only allowed fields of a log line: none contains content of a request (rule PRIV-4). */
export type LogFields = {
  operation?: string;
  request_id?: string;
  /** The gateway's request id; its access log has it as `request_id`. */
  gateway_request_id?: string;
  method?: string;
  /** The template of the path, with parameter names instead of values. */
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
  /** Only in lines about security (rule PRIV-6). */
  security_event?: SecurityEventName;
  outcome?: string;
  /** As CloudFront names the visitor's; whoever calls the gateway without CloudFront can make it up. */
  network_address?: string;
  /** As the gateway saw it, CloudFront's own for its visitors. */
  gateway_address?: string;
};

/** Implemented by Powertools' Logger. */
export interface RequestLog {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
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

/** True for a temporary failure: throttling, a timeout, a brief outage of an AWS service. */
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

/** Transient reasons for a canceled transaction. */
const CONTENTION = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError', 'TransactionConflict']);
