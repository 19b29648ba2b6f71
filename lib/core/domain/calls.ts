import type { KeyRestrictions } from '../schemas/api-key.ts';
import type { Account } from './accounts.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { IdKind } from './ids.ts';
import type { Detail, ValidFields } from './problems.ts';
import type { VerificationSource } from './verification-statuses.ts';

/** The part of an API call that its transaction needs. */
export interface Call {
  /** The request's id. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The call's hold on its Idempotency-Key, if it sent one. */
  readonly record: IdempotencyRecord | undefined;
  /** Milliseconds until the caller stops waiting; a transaction not committed by then must never commit. */
  timeLeft(): number;
  /** What is known of its transaction: nothing took effect, it may have, or it has committed this response. */
  outcome: 'nothing' | 'unknown' | CommittedResponse;
}

export type CommittedResponse = Pick<PendingResponse, 'status' | 'body'>;

/** The response to a call. One transaction commits it together with the change that it reports. */
export interface PendingResponse {
  readonly call: Call;
  readonly status: number;
  readonly body: object;
}

/** Identity of an object about to be created. */
export interface Identity {
  id: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/** What is known of the shape of a request. Its other problems are found next, so that all are reported together. */
export interface OrderShape {
  violations: readonly Detail[];
  /** Names of the body's fields, in the order in which their problems are reported. */
  fields: readonly string[];
}

/** An order with what is known of its shape. */
export interface Order<Body> extends OrderShape {
  account: Account;
  /** The instant of the request, epoch milliseconds. */
  now: number;
  /** Every value without a violation; the whole body if there are no violations. */
  body: ValidFields<Body>;
}

/** An order that creates an object if it is valid. */
export interface CreationOrder<Body> extends Order<Body> {
  /** Where the order comes from. */
  source: VerificationSource;
  /** The API key of the request, if any. */
  apiKeyId?: string;
  /** What that key is restricted to, if anything. */
  restrictions?: KeyRestrictions;
  /** The person of the dashboard who sent it, if any. */
  person?: { id: string };
  /** Id and creation instant of the object: the same for every retry with one Idempotency-Key. */
  identify: (kind: IdKind) => Identity;
  /** Committed in the transaction that creates the object; undefined for work that no caller waits for. */
  toResponse: (body: object) => PendingResponse | undefined;
}
