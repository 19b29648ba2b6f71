import type { DeliverySettings } from './settings.ts';

/** Seconds between the end of an attempt and the next one (rule HOOK-6): never earlier, so no jitter is taken off. */
export const retryDelaysSeconds: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Attempts in total, the first one included. */
export const ATTEMPTS = retryDelaysSeconds.length + 1;

/**
 * When the attempt after `attempt` is due, or undefined when that was the last.
 * @param endedAt end of the attempt that failed, epoch milliseconds
 */
export function retryAt(attempt: number, endedAt: number): number | undefined {
  const delaySeconds = retryDelaysSeconds[attempt - 1];
  return delaySeconds === undefined ? undefined : endedAt + delaySeconds * 1000;
}

/** How an attempt is triggered: by a queued message, with the sweep as fallback, or by the sweep alone. */
export interface Appointment {
  /** `DelaySeconds` of the message; undefined when the wait is too long for the queue. */
  delaySeconds: number | undefined;
  /** When the sweep looks. */
  dueAt: number;
}

/**
 * Arranges an attempt that is due at `at`.
 * @param sweeps how often the sweep has queued this attempt already: each time it waits twice as long before the next,
 *   else every row of a backlog would get one more message a minute
 */
export function appoint(at: number, now: number, settings: DeliverySettings, sweeps = 0): Appointment {
  const wait = Math.max(0, at - now);
  if (wait > settings.longestQueueDelay) return { delaySeconds: undefined, dueAt: at - settings.sweepLead };
  const grace = settings.queueGrace * 2 ** Math.min(sweeps, settings.mostDoublings);
  return { delaySeconds: Math.ceil(wait / 1000), dueAt: now + wait + grace };
}
