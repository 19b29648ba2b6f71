import { RATE_LIMIT } from '../../core/domain/accounts.ts';
import type { StoredResponse } from '../../core/domain/idempotency.ts';
import { noPage } from '../../core/security-headers.ts';
import type { ApiResult, Exchange } from './exchange.ts';

/** Each second has its own count, so the reset is at most a second away. */
export const RATE_RESET_SECONDS = 1;

/** A response with the headers of every response (rule REQ-9). `body` is the JSON text. */
export function reply(
  exchange: Exchange,
  { status, body }: StoredResponse,
  headers: Record<string, string> = {},
): ApiResult {
  return {
    statusCode: status,
    headers: {
      ...noPage,
      'Content-Type': 'application/json; charset=utf-8',
      // Responses contain personal data and, once, secrets.
      'Cache-Control': 'no-store',
      'Request-Id': exchange.requestId,
      'RateLimit-Limit': String(RATE_LIMIT),
      'RateLimit-Remaining': String(exchange.rateRemaining),
      'RateLimit-Reset': String(RATE_RESET_SECONDS),
      ...headers,
    },
    body,
  };
}
