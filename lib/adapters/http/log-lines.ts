import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData } from 'aws-lambda';
import { instantOfId } from '../../core/domain/ids.ts';
import type { ApiRequest } from '../../core/schemas/api-request.ts';
import type { LogFields } from './request-log.ts';

/** The required fields of the log line of a completed request with an API key. */
type RequestLine = LogFields &
  Required<
    Pick<
      LogFields,
      | 'request_id'
      | 'operation'
      | 'method'
      | 'route'
      | 'account_id'
      | 'api_key_id'
      | 'status'
      | 'replayed'
      | 'duration_ms'
    >
  >;

/**
 * The requests in a batch of log lines, selected by the subscription's filter (`lib/infra/request-notes.ts`).
 * @param data gzip in base64 (https://docs.aws.amazon.com/lambda/latest/dg/services-cloudwatchlogs.html)
 */
export function requestsIn(data: string): ApiRequest[] {
  const { messageType, logEvents } = JSON.parse(
    gunzipSync(Buffer.from(data, 'base64')).toString(),
  ) as CloudWatchLogsDecodedData;
  // CloudWatch Logs checks with a control message that the destination is reachable.
  if (messageType !== 'DATA_MESSAGE') return [];
  return logEvents.map(({ message }) => requestOf(JSON.parse(message) as RequestLine));
}

const requestOf = (line: RequestLine): ApiRequest => ({
  id: line.request_id,
  account_id: line.account_id,
  api_key_id: line.api_key_id,
  operation: line.operation,
  method: line.method,
  path: line.route,
  object_id: line.object_id ?? null,
  status: line.status,
  error_code: line.error_code ?? null,
  replayed: line.replayed,
  duration_ms: line.duration_ms,
  created_at: instantOfId(line.request_id),
});
