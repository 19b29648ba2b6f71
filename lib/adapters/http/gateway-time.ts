import type { ApiEvent } from './exchange.ts';

/**
 * The gateway waits 29 s for a function, its cold start included, and then returns 504 itself
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html).
 */
const GATEWAY_MS = 29_000;

/**
 * A request ends this long before nobody waits for its response any more: its calls of AWS too, so that neither a call
 * nor a note after the commit outlasts the gateway, which would answer a request that took effect with an error.
 */
const RESPONSE_RESERVE_MS = 600;
/** The part of it in which a failed call may release its idempotency key. */
export const RELEASE_MS = 400;
/** A handler that does not end in its time is stopped this long before its function is, after its calls of AWS. */
export const STOP_MS = 500;

/**
 * Until when a request may work, epoch milliseconds: the gateway waits for the response from its arrival on, and the
 * request may have waited for the function.
 * @param now used if the gateway does not report when the request arrived
 * @param remainingMs what the function has left
 */
export function endOfWork({ requestContext }: ApiEvent, now: number, remainingMs = Infinity): number {
  const end = Math.min((requestContext.requestTimeEpoch ?? now) + GATEWAY_MS, now + remainingMs);
  return end - RESPONSE_RESERVE_MS;
}
