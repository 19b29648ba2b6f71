import { type DeliveryAttempt, isSuccess } from './webhooks.ts';

/**
 * The last calls of an endpoint, the newest last, one letter each: `a` for the fastest to `g`, lower case for a 2xx,
 * upper case for a failure. A hundred calls take a hundred bytes of the endpoint's row, stored with a write that
 * happens anyway.
 */
export type RecentCalls = string;

/** Upper limits in milliseconds of the letters' durations; a hung call has the last letter. */
const BOUNDS = [50, 100, 250, 500, 1_000, 3_000] as const;
const LETTERS = 'abcdefg';
const HUNG = 'gG';
/** Answered within a second. */
const QUICK = 'abcdeABCDE';

const KEPT = 100;
/**
 * Calls that decide about an endpoint: enough that one failing backend of ten does not look like a failing receiver.
 */
const JUDGED = 20;

/** The letter of a call; `hung` if it was pending so long that it counts as hanging, however it ended. */
export function letterOf(call: Pick<DeliveryAttempt, 'status' | 'duration_ms'>, hung: boolean): string {
  const place = hung ? -1 : BOUNDS.findIndex((bound) => call.duration_ms < bound);
  const letter = LETTERS.at(place)!;
  return isSuccess(call) ? letter : letter.toUpperCase();
}

/** A hanging call that has not ended. */
export const HANGING = 'G';

/** Appends later calls and drops the oldest. */
export function withCalls(recent: RecentCalls, later: Iterable<string>): RecentCalls {
  return (recent + [...later].join('')).slice(-KEPT);
}

/** The share of quick calls among the last calls that were quick or hung; 1 if there are none. */
export function quickShare(recent: RecentCalls): number {
  const judged = [...recent.slice(-JUDGED)];
  const quick = judged.filter((letter) => QUICK.includes(letter)).length;
  const hung = judged.filter((letter) => HUNG.includes(letter)).length;
  return quick + hung === 0 ? 1 : quick / (quick + hung);
}

/** How an endpoint has responded lately. */
export interface CallsHealth {
  /** Number of calls in these figures, at most a hundred. */
  calls: number;
  /** Share with a 2xx. */
  success_share: number;
  /** Milliseconds below which 50 % and 95 % of them ended; null for 3 seconds or more. */
  p50_ms: number | null;
  p95_ms: number | null;
}

/** Null before the first call. */
export function healthOf(recent: RecentCalls): CallsHealth | null {
  const letters = [...recent];
  if (letters.length === 0) return null;
  const places = letters.map((letter) => LETTERS.indexOf(letter.toLowerCase())).sort((one, other) => one - other);
  const within = (share: number) => BOUNDS[places[Math.ceil(share * places.length) - 1]!] ?? null;
  return {
    calls: letters.length,
    success_share: letters.filter((letter) => letter === letter.toLowerCase()).length / letters.length,
    p50_ms: within(0.5),
    p95_ms: within(0.95),
  };
}
