import type { Account } from './accounts.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { IdKind } from './ids.ts';
import type { Detail, Sound } from './problems.ts';
import type { VerificationSource } from './verification-statuses.ts';

/** One API call, as far as its transaction needs it. */
export interface Call {
  /** The request's id. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The call's hold on its Idempotency-Key, if it sent one. */
  readonly record: IdempotencyRecord | undefined;
  /** Milliseconds until the caller stops waiting; a transaction that has not committed by then must never commit. */
  timeLeft(): number;
  /** Set by the transaction that committed the call's answer. */
  isCommitted: boolean;
}

/** The answer to a call. One transaction commits it together with what it reports. */
export interface Answering {
  readonly call: Call;
  readonly status: number;
  readonly body: object;
}

/** Identity of an object about to be made. */
export interface Identity {
  id: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/** An order whose shape has been checked. Its other problems are found next, so that all are reported at once. */
export interface Order<Body> {
  account: Account;
  /** The instant of the request, epoch milliseconds. */
  now: number;
  /** Every value without a violation; with no violations at all it is the whole body. */
  body: Sound<Body>;
  violations: readonly Detail[];
  /** Names of the body's fields, in the order in which their problems are reported. */
  fields: readonly string[];
}

/** An order that makes an object when nothing is wrong with it. */
export interface CreationOrder<Body> extends Order<Body> {
  /** Where the order comes from. */
  source: VerificationSource;
  /** The API key that it came with, if any. */
  apiKeyId?: string;
  /** The person of the dashboard who sent it, if any. */
  person?: { id: string };
  /** Id and creation instant of the object: the same for every retry with one Idempotency-Key. */
  identify: (kind: IdKind) => Identity;
  /** Goes into the transaction that makes the object; undefined for work that nobody waits for. */
  answering: (body: object) => Answering | undefined;
}
