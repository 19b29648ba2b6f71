import type { ApiEvent } from './exchange.ts';

/**
 * The gateway waits 29 s for a function, its cold start included, and then returns 504 itself
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html).
 */
const GATEWAY_MS = 29_000;

/** Time to release an idempotency key and to respond when the time of a call runs out. */
export const RESPONSE_RESERVE_MS = 500;

/**
 * Until when the gateway waits for the response to a request, epoch milliseconds; the request may have waited for the
 * function.
 * @param now used if the gateway does not report when the request arrived
 */
export function gatewayWaitsUntil({ requestContext }: ApiEvent, now: number): number {
  return (requestContext.requestTimeEpoch ?? now) + GATEWAY_MS;
}
