import { retention } from './retention.ts';
import { HOUR_MS } from './units.ts';

/** How long a key is kept (rule IDEM-3). */
export const KEY_LIFETIME_MS = retention.idempotencyKeyHours * HOUR_MS;
/** A call in flight longer than this has crashed: no function may run that long (rule IDEM-6). */
export const TAKE_OVER_AFTER_MS = 60_000;

/** One call's hold on an Idempotency-Key of its account. */
export interface IdempotencyRecord {
  account_id: string;
  key_sha256: string;
  /** Hash of the request's method, path and canonical body, keyed by the Idempotency-Key. */
  fingerprint: string;
  /** This call's own mark; a take-over replaces it, so that late requests of the crashed call are rejected. */
  owner: string;
  /** Source of the ids of the objects that the call creates; a take-over keeps it, with `started_at`. */
  seed: string;
  /** When the first call with this key began, in epoch milliseconds. */
  started_at: number;
  /** When this call began. */
  claimed_at: number;
}

/** A response as it was sent: `body` is the exact text. */
export interface StoredResponse {
  status: number;
  body: string;
}

/** A record in the table; `answer` exists once the call has committed. */
export type StoredRecord = IdempotencyRecord & { answer: StoredResponse | undefined };

export type KeyState = 'free' | 'abandoned' | 'answered' | 'in_use' | 'reused';

/**
 * The state of a request's key (rules IDEM-3 and IDEM-5).
 *
 *     claimed_at          +60 s                          +24 h
 *     |      in_use       |   abandoned: taken over      |  free      while there is no response
 *     |      answered: replayed                          |  free      once there is one
 */
export function keyState(found: StoredRecord | undefined, fingerprint: string, now: number): KeyState {
  if (!found || now >= found.claimed_at + KEY_LIFETIME_MS) return 'free';
  if (found.answer) return found.fingerprint === fingerprint ? 'answered' : 'reused';
  if (now >= found.claimed_at + TAKE_OVER_AFTER_MS) return 'abandoned';
  return found.fingerprint === fingerprint ? 'in_use' : 'reused';
}
