import type { ApiEvent } from './exchange.ts';

/**
 * The gateway waits 29 s for a function, its cold start included, and then answers 504 itself
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html).
 */
const GATEWAY_MS = 29_000;

/** Time to give an idempotency key back and to answer, when the time of a call runs out. */
export const ANSWER_RESERVE_MS = 500;

/**
 * Until when the gateway waits for the answer to a request, which may have waited for the function; epoch milliseconds.
 * @param now where the gateway does not say when the request arrived
 */
export function gatewayWaitsUntil({ requestContext }: ApiEvent, now: number): number {
  return (requestContext.requestTimeEpoch ?? now) + GATEWAY_MS;
}
