import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

export type TransactWriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, named so that a lost condition can be told apart. */
export interface Write {
  name: string;
  item: TransactWriteItem;
}

/** A condition of the transaction did not hold; nothing was written. `write` is the name of the first that failed. */
export class ConditionLost extends Error {
  readonly write: string;

  constructor(write: string) {
    super(`the condition of "${write}" did not hold`);
    this.name = 'ConditionLost';
    this.write = write;
  }
}

/** Other transactions hold the items; tried again with full jitter, doubling to half a second, about 6 s in all. */
const RETRY_BASE_MS = 10;
const RETRY_CAP_MS = 500;
const RETRIES = 20;
const CONTENTION = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Commits all writes or none. Contention is retried; the SDK's client token makes a retry after a lost answer harmless.
 * @throws ConditionLost when a condition did not hold
 */
export async function transact(table: Table, writes: readonly Write[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: writes.map((write) => write.item) }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
      const lost = codes.indexOf('ConditionalCheckFailed');
      if (lost >= 0) throw new ConditionLost(writes[lost]!.name);
      if (attempt >= RETRIES || !codes.some((code) => CONTENTION.has(code))) throw error;
      await backOff(attempt);
    }
  }
}

/** Full jitter: a random wait up to a bound that doubles with each attempt. */
export function backOff(attempt: number): Promise<void> {
  return sleep(Math.random() * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** attempt));
}
