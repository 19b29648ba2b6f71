import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';
import { backOff } from './transactions.ts';

export type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** Maximum entries of a `BatchWriteItem`. */
const BATCH = 25;
const ROUNDS = 10;

/** Puts and deletes items in batches. Of several requests for one item, the last wins. Repeating it is harmless. */
export async function writeAll(table: Table, requests: readonly WriteRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += BATCH)
    await writeBatch(table, requests.slice(start, start + BATCH));
}

/**
 * Writes a batch, and repeats writes that DynamoDB did not process
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html).
 */
async function writeBatch(table: Table, requests: WriteRequest[]): Promise<void> {
  let left = distinct(requests);
  for (let round = 0; left.length > 0; round++) {
    if (round === ROUNDS) throw new Error(`DynamoDB left ${left.length} writes of a batch undone`);
    if (round > 0) await backOff(round);
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: left } }),
    );
    left = UnprocessedItems?.[table.name] ?? [];
  }
}

/** Keeps the last request for each item: a batch may not contain an item twice. */
function distinct(requests: readonly WriteRequest[]): WriteRequest[] {
  const name = ({ PutRequest, DeleteRequest }: WriteRequest) => {
    const { PK, SK } = (PutRequest?.Item ?? DeleteRequest?.Key) as unknown as Key;
    return `${PK} ${SK}`;
  };
  return [...new Map(requests.map((request) => [name(request), request])).values()];
}
