import { DAY_MS } from './units.ts';

/** An endpoint without a 2xx for this long is failing (rule HOOK-12). */
export const FAILING_AFTER_MS = DAY_MS;

/** Calls of an endpoint that failed, one after the other. Instants are epoch milliseconds. */
export interface Failing {
  /** End of the first of them. */
  since: number;
  /** When an event told that the endpoint is failing; absent before. */
  told_at?: number;
}

const healthEvents = ['webhook_endpoint.failing', 'webhook_endpoint.recovered'] as const;
type HealthEvent = (typeof healthEvents)[number];

export const isHealthEvent = (type: string): type is HealthEvent => healthEvents.some((known) => known === type);

/** What is to be told of an endpoint. */
export interface HealthNews {
  type: HealthEvent;
  /** End of the first call that failed. */
  since: number;
}

/** What is kept of an endpoint's failures after some calls, and what is to be told of them. */
export interface HealthTurn {
  failing: Failing | undefined;
  news?: HealthNews;
}

/**
 * How some calls change the health of an endpoint: it fails when the first and the last of consecutive failures are a day
 * apart, and recovers with the first 2xx after an event told of the failure.
 * @param before what was kept before these calls
 * @param since end of the first failure after the last success; undefined when none came after it
 * @param lastFailureAt end of the last call that failed; null when none did
 */
export function healthTurn(
  before: Failing | undefined,
  since: number | undefined,
  lastFailureAt: number | null,
  now: number,
): HealthTurn {
  const isTold = before?.told_at !== undefined;
  if (isTold && before.since === since) return { failing: before };
  const failing = since === undefined ? undefined : { since };
  if (isTold) return { failing, news: { type: 'webhook_endpoint.recovered', since: before.since } };
  if (failing && lastFailureAt !== null && lastFailureAt - failing.since >= FAILING_AFTER_MS)
    return { failing: { ...failing, told_at: now }, news: { type: 'webhook_endpoint.failing', since: failing.since } };
  return { failing };
}
