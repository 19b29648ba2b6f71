import { DAY_MS } from './units.ts';

/** An endpoint without a 2xx for this long is failing (rule HOOK-12). */
export const FAILING_AFTER_MS = DAY_MS;

/** Consecutive failed calls of an endpoint. Instants are epoch milliseconds. */
export interface Failing {
  /** End of the first of them. */
  since: number;
  /** Time of the event webhook_endpoint.failing; absent before it. */
  told_at?: number;
}

const healthEvents = ['webhook_endpoint.failing', 'webhook_endpoint.recovered'] as const;
type HealthEvent = (typeof healthEvents)[number];

export const isHealthEvent = (type: string): type is HealthEvent => healthEvents.some((known) => known === type);

/** A change of an endpoint's health to report. */
export interface HealthChange {
  type: HealthEvent;
  /** End of the first failed call. */
  since: number;
}

/** The stored failures of an endpoint after some calls, and the change to report. */
export interface HealthTurn {
  failing: Failing | undefined;
  change?: HealthChange;
}

/**
 * How some calls change the health of an endpoint: it is failing once the first and the last of consecutive failures
 * are a day apart, and recovers with the first 2xx after an event reported the failure.
 * @param before what was stored before these calls
 * @param since end of the first failure after the last success; undefined if there is none
 * @param lastFailureAt end of the last failed call; null if there is none
 */
export function healthTurn(
  before: Failing | undefined,
  since: number | undefined,
  lastFailureAt: number | null,
  now: number,
): HealthTurn {
  const isNotified = before?.told_at !== undefined;
  if (isNotified && before.since === since) return { failing: before };
  const failing = since === undefined ? undefined : { since };
  if (isNotified) return { failing, change: { type: 'webhook_endpoint.recovered', since: before.since } };
  if (failing && lastFailureAt !== null && lastFailureAt - failing.since >= FAILING_AFTER_MS)
    return {
      failing: { ...failing, told_at: now },
      change: { type: 'webhook_endpoint.failing', since: failing.since },
    };
  return { failing };
}
