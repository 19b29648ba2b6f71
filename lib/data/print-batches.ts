import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchedMailing, PrintBatch, PrintBatchState } from '../domain/print-batches.ts';
import { batchedMailingPartition, printBatchesPartition, printBatchKey, printBatchMailingKey, printBatchPartition } from './keys.ts';
import { queryAll, queryWork } from './queries.ts';
import type { Table } from './table.ts';
import type { Write } from './transactions.ts';

/** Print batches and the mailings claimed for them. */
export function openPrintBatches(table: Table) {
  return {
    create: async (batch: PrintBatch): Promise<void> => {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...printBatchKey(batch.id), kind: 'print_batch', batch, ...stateKeys(batch) },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    find: async (batchId: string): Promise<PrintBatch | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: printBatchKey(batchId), ConsistentRead: true }),
      );
      return Item?.batch as PrintBatch | undefined;
    },

    /** Batches in a state, oldest first. */
    inState: async (state: PrintBatchState): Promise<PrintBatch[]> =>
      (await queryWork(table, printBatchesPartition(state), 100)).map((item) => item.batch as PrintBatch),

    /** Marks a batch as formed, its manifest being in the outbox. */
    markFormed: async (batch: PrintBatch, at: number): Promise<PrintBatch> => {
      const formed: PrintBatch = { ...batch, state: 'formed', formed_at: at };
      const keys = stateKeys(formed);
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: printBatchKey(batch.id),
          UpdateExpression: 'SET #batch = :batch, GSI3PK = :GSI3PK, GSI3SK = :GSI3SK',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#batch': 'batch' },
          ExpressionAttributeValues: { ':batch': formed, ':GSI3PK': keys.GSI3PK, ':GSI3SK': keys.GSI3SK },
        }),
      );
      return formed;
    },

    /** What was claimed for a batch, strongly consistent, in order of id. */
    mailings: async (batchId: string): Promise<BatchedMailing[]> =>
      (await queryAll(table, printBatchPartition(batchId)))
        .filter((item) => item.kind === 'batched_mailing')
        .map((item) => item.mailing as BatchedMailing),

    /** Where a mailing lies, by its id alone; undefined when it never joined a batch. */
    findMailing: async (mailingId: string): Promise<BatchedMailing | undefined> => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'GSI1',
          KeyConditionExpression: 'GSI1PK = :mailing',
          ExpressionAttributeValues: { ':mailing': batchedMailingPartition(mailingId) },
          Limit: 1,
        }),
      );
      return Items[0]?.mailing as BatchedMailing | undefined;
    },
  };
}

export type PrintBatches = ReturnType<typeof openPrintBatches>;

/** The write that puts a mailing into a batch, in the transaction of its transition to in_production. */
export function batchedMailingWrite(table: Table, batchId: string, mailing: { id: string; account_id: string }): Write {
  const row: BatchedMailing = { id: mailing.id, account_id: mailing.account_id, batch_id: batchId };
  return {
    name: 'batched mailing',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          ...printBatchMailingKey(batchId, mailing.id),
          kind: 'batched_mailing',
          GSI1PK: batchedMailingPartition(mailing.id),
          GSI1SK: batchId,
          mailing: row,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

function stateKeys(batch: PrintBatch) {
  return { GSI3PK: printBatchesPartition(batch.state), GSI3SK: batch.id };
}
