import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

export type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction; the name identifies it if its condition fails. */
export interface Write {
  name: string;
  item: TransactWriteItem;
}

/** A condition of the transaction did not hold; nothing was written. `write` is the name of the first that failed. */
export class ConditionLost extends Error {
  readonly write: string;
  /** An earlier attempt had no response: it may have committed, and its own writes may be why the condition failed. */
  readonly mayHaveCommitted: boolean;

  constructor(write: string, mayHaveCommitted = false) {
    super(`the condition of "${write}" did not hold`);
    this.name = 'ConditionLost';
    this.write = write;
    this.mayHaveCommitted = mayHaveCommitted;
  }
}

/** Other transactions held the items during all attempts; nothing was written. */
export class Contention extends Error {
  constructor(cause: unknown) {
    super('the transaction met others each time', { cause });
    this.name = 'Contention';
  }
}

/** The transaction may have committed, or may still do so: no attempt had a conclusive response. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome of a transaction is unknown', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** Other transactions hold the items: retries with full jitter, doubling to half a second, about 6 s in all. */
const RETRY_BASE_MS = 10;
const RETRY_CAP_MS = 500;
const RETRIES = 20;
const CONTENTION = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

interface TransactOptions {
  timeLeft?: (() => number) | undefined;
  contentionRetries?: number | undefined;
}

/**
 * Commits all writes or none. All attempts have the same client token, so they commit at most once, however late each
 * arrives (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html,
 * ClientRequestToken). It retries after contention and after a missing response; if a call is waiting, until its time
 * runs out.
 * @param options `timeLeft`: milliseconds in which another attempt may begin · `contentionRetries`: maximum retries
 * after contention
 * @throws ConditionLost · Contention · OutcomeUnknown
 */
export async function transact(
  table: Table,
  writes: readonly Write[],
  { timeLeft, contentionRetries = RETRIES }: TransactOptions = {},
): Promise<void> {
  const command = new TransactWriteCommand({
    TransactItems: writes.map((write) => write.item),
    ClientRequestToken: randomUUID(),
  });
  let inconclusive = false;
  for (let attempt = 0; ; attempt++) {
    try {
      await table.client.send(command);
      return;
    } catch (error) {
      inconclusive ||= isInconclusive(error);
      if (error instanceof TransactionCanceledException) {
        const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
        const lost = codes.indexOf('ConditionalCheckFailed');
        if (lost >= 0) throw new ConditionLost(writes[lost]!.name, inconclusive);
        const isContention = codes.some((code) => CONTENTION.has(code));
        if (!isContention) throw inconclusive ? new OutcomeUnknown(error) : error;
        if (!inconclusive && attempt >= contentionRetries) throw new Contention(error);
      } else if (!isInconclusive(error) && !isThrottled(error))
        // An error of this attempt, such as expired credentials, says nothing about one without a response before it.
        throw inconclusive ? new OutcomeUnknown(error) : error;
      const mayRetry = timeLeft ? timeLeft() > 0 : !inconclusive;
      if (attempt >= RETRIES || !mayRetry) throw inconclusive ? new OutcomeUnknown(error) : new Contention(error);
      await backOff(attempt);
    }
  }
}

interface SdkError {
  name?: string;
  $metadata?: { httpStatusCode?: number; attempts?: number };
}

/** Whether this attempt, or an earlier one of the SDK, had no conclusive response. */
export function isInconclusive(error: unknown): boolean {
  const { name, $metadata } = error as SdkError;
  // An error before sending, such as a value that cannot be marshalled, has no metadata.
  if (!$metadata) return false;
  const { httpStatusCode: status = 0, attempts = 1 } = $metadata;
  return status < 400 || status >= 500 || name === 'TransactionInProgressException' || attempts > 1;
}

/** A transaction holds the item of a single write. Nothing was written, and the SDK does not retry it. */
export const isHeld = (error: unknown) => error instanceof TransactionConflictException;

/** Performs a single write, with retries while a transaction holds its item, like `transact`. */
export async function writeOnceFree<Output>(write: () => Promise<Output>): Promise<Output> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isHeld(error) || attempt >= RETRIES) throw error;
      await backOff(attempt);
    }
  }
}

const THROTTLING = new Set(['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded']);

/** A single call was throttled, also in the SDK's retries; nothing was written. */
export const isThrottled = (error: unknown) => THROTTLING.has((error as SdkError).name ?? '');

/** Full jitter: a random wait up to a bound that doubles with each attempt. */
export function backOff(attempt: number): Promise<void> {
  return sleep(Math.random() * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** attempt));
}
