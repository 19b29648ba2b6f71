import type { DeliverySettings } from './delivery-settings.ts';

/** Seconds between the end of an attempt and the next one (rule HOOK-6): a minimum, so jitter never shortens it. */
export const retryDelaysSeconds: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Attempts in total, including the first. */
export const ATTEMPTS = retryDelaysSeconds.length + 1;

/**
 * When the attempt after `attempt` is due, or undefined if that was the last.
 * @param endedAt end of the attempt that failed, epoch milliseconds
 */
export function retryAt(attempt: number, endedAt: number): number | undefined {
  const delaySeconds = retryDelaysSeconds[attempt - 1];
  return delaySeconds === undefined ? undefined : endedAt + delaySeconds * 1000;
}

/** How an attempt is triggered: by a queued message, with the sweep as fallback, or only by the sweep. */
export interface AttemptTrigger {
  /** `DelaySeconds` of the message; undefined when the wait is too long for the queue. */
  delaySeconds: number | undefined;
  /** When the sweep checks it. */
  dueAt: number;
}

/**
 * Arranges an attempt that is due at `at`.
 * @param sweeps how many times the sweep has queued this attempt: the wait before the next doubles each time, because
 *   otherwise every row of a backlog would get another message each minute
 */
export function triggerAt(at: number, now: number, settings: DeliverySettings, sweeps = 0): AttemptTrigger {
  const wait = Math.max(0, at - now);
  if (wait > settings.longestQueueDelay) return { delaySeconds: undefined, dueAt: at - settings.sweepLead };
  const grace = settings.queueGrace * 2 ** Math.min(sweeps, settings.mostDoublings);
  return { delaySeconds: Math.ceil(wait / 1000), dueAt: now + wait + grace };
}
