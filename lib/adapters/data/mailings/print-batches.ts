import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Mailing } from '../../../core/domain/mailings.ts';
import {
  type BatchedMailing,
  type Manifest,
  type PrintBatch,
  type PrintBatchState,
  printOrderOf,
} from '../../../core/domain/print-batches.ts';
import type { CarrierNumbers } from '../../../core/schemas/print-batch.ts';
import {
  batchedMailingPartition,
  printBatchesPartition,
  printBatchKey,
  printBatchMailingKey,
  printBatchPartition,
} from '../table/keys.ts';
import { queryAll, readWork } from '../table/queries.ts';
import { readEach, SHAPE_VERSION, shapeOf } from '../table/stored.ts';
import { storedBatchedMailing, storedPrintBatch } from '../table/stored-schemas.ts';
import { isConditionFailure, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

const batchShape = /* @__PURE__ */ shapeOf('print batch', ({ batch }) => batch, storedPrintBatch);
const batchedShape = /* @__PURE__ */ shapeOf('batched mailing', ({ mailing }) => mailing, storedBatchedMailing);

/** Print batches and the mailings claimed for them. */
export function openPrintBatches(table: Table) {
  return {
    create: async (batch: PrintBatch): Promise<void> => {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...printBatchKey(batch.id), kind: 'print_batch', batch, ...batchShape.stamp, ...stateKeys(batch) },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    /** Deletes a batch that no mailing joined. */
    discard: async (batchId: string): Promise<void> => {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: printBatchKey(batchId) }));
    },

    find: async (batchId: string): Promise<PrintBatch | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: printBatchKey(batchId), ConsistentRead: true }),
      );
      return Item && batchShape.read(Item);
    },

    /** Batches in a state, at most `limit`, oldest or newest first. */
    inState: async (state: PrintBatchState, limit: number, order: 'oldest' | 'newest'): Promise<PrintBatch[]> =>
      readWork(table, printBatchesPartition(state), limit, batchShape.read, { newestFirst: order === 'newest' }),

    /** Marks a batch as formed once its manifest is in the outbox. A second call changes nothing. */
    markFormed: async (batch: PrintBatch, manifest: Manifest, at: number): Promise<void> => {
      const formed: PrintBatch = { ...batch, state: 'formed', formed_at: at, manifest };
      const keys = stateKeys(formed);
      const update = new UpdateCommand({
        TableName: table.name,
        Key: printBatchKey(batch.id),
        UpdateExpression: `SET #batch = :batch, ${SHAPE_VERSION} = :shape, GSI3PK = :GSI3PK, GSI3SK = :GSI3SK`,
        ConditionExpression: '#batch.#state = :forming',
        ExpressionAttributeNames: { '#batch': 'batch', '#state': 'state' },
        ExpressionAttributeValues: {
          ':batch': formed,
          ':shape': batchShape.stamp[SHAPE_VERSION],
          ':forming': 'forming',
          ':GSI3PK': keys.GSI3PK,
          ':GSI3SK': keys.GSI3SK,
        },
      });
      try {
        await table.client.send(update);
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
      }
    },

    /** The mailings claimed for a batch, strongly consistent, in order of id. */
    mailings: async (batchId: string): Promise<BatchedMailing[]> =>
      readEach(
        table,
        (await queryAll(table, printBatchPartition(batchId))).filter((item) => item.kind === 'batched_mailing'),
        batchedShape.read,
      ),

    /** The batch and account of a mailing, found only by its id; undefined if it never joined a batch. */
    findMailing: async (mailingId: string): Promise<BatchedMailing | undefined> => {
      const [item] = await queryAll(table, batchedMailingPartition(mailingId), 'GSI1');
      return item && batchedShape.read(item);
    },
  };
}

export type PrintBatches = ReturnType<typeof openPrintBatches>;

/** Name of the write below in its transaction. */
export const BATCH_NUMBERS = 'numbers of a batch';

/** Gives a batch with a carrier profile its object numbers and lots, unless it has them. */
export function batchNumbersWrite(table: Table, batchId: string, numbers: CarrierNumbers): Write {
  return {
    name: BATCH_NUMBERS,
    item: {
      Update: {
        TableName: table.name,
        Key: printBatchKey(batchId),
        UpdateExpression: 'SET #batch.#carrier.#numbers = :numbers',
        ConditionExpression: 'attribute_type(#batch.#carrier.#numbers, :null)',
        ExpressionAttributeNames: { '#batch': 'batch', '#carrier': 'carrier', '#numbers': 'numbers' },
        ExpressionAttributeValues: { ':numbers': numbers, ':null': 'NULL' },
      },
    },
  };
}

/**
 * The write that adds a mailing to a batch, for the transaction of its transition to in_production.
 * @param forCarrier whether the batch has a carrier profile
 */
export function batchedMailingWrite(table: Table, batchId: string, mailing: Mailing, forCarrier = false): Write {
  const { id, account_id } = mailing;
  const row: BatchedMailing = { id, account_id, batch_id: batchId, order: printOrderOf(mailing, forCarrier) };
  return {
    name: 'batched mailing',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          ...printBatchMailingKey(batchId, id),
          kind: 'batched_mailing',
          GSI1PK: batchedMailingPartition(id),
          GSI1SK: batchId,
          mailing: row,
          ...batchedShape.stamp,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

function stateKeys(batch: PrintBatch) {
  return { GSI3PK: printBatchesPartition(batch.state), GSI3SK: batch.id };
}
