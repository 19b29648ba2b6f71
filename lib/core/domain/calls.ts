import type { Account } from './accounts.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { IdKind } from './ids.ts';
import type { Detail, Sound } from './problems.ts';

/** One call of the API, as its transaction knows it. */
export interface Call {
  /** The request's id. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The call's hold on its Idempotency-Key, if it sent one. */
  readonly record: IdempotencyRecord | undefined;
  /** Milliseconds until whoever called stops waiting; a transaction that is not committed by then must never commit. */
  timeLeft(): number;
  /** Set by the transaction that committed the call's answer. */
  isCommitted: boolean;
}

/** The answer of a call, which a transaction commits together with what it tells of. */
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

/** An order whose problems beyond its shape are still to be found, so that all are reported at once. */
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
  /** Id and creation instant of the object: the same for every retry with one Idempotency-Key. */
  identify: (kind: IdKind) => Identity;
  /** Goes into the transaction that makes the object. */
  answering: (body: object) => Answering;
}
