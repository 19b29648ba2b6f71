import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { LabelBlock, LabelRange } from '../../../core/domain/carrier-labels.ts';
import type { CarrierNumbers } from '../../../core/schemas/print-batch.ts';
import {
  CARRIER_LABELS_PARTITION,
  carrierLabelsKey,
  carrierLotKey,
  takenLabelsKey,
  takenLabelsPartition,
} from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import { shapeOf } from '../table/stored.ts';
import { storedLabelStock, storedTakenLabels } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, transact, type Write } from '../table/transactions.ts';
import { batchNumbersWrite } from './print-batches.ts';

const stockShape = /* @__PURE__ */ shapeOf('label stock', ({ stock }) => stock, storedLabelStock);
const takenShape = /* @__PURE__ */ shapeOf('taken labels', ({ taken }) => taken, storedTakenLabels);

/** All ranges of one prefix. One item, so that no two changes can overlap. */
export interface LabelStock {
  prefix: string;
  ranges: LabelRange[];
  /** 0 if nothing is stored yet. */
  version: number;
}

/** Numbers in a row that a batch has taken. */
export interface TakenLabels extends LabelBlock {
  batch_id: string;
  at: number;
}

/** What a posting card counts: the next number of each, from 1. */
export interface CardCounters {
  lot: number;
  ar_digital_file: number;
  e_carta_lot: number;
}

/** What a batch takes, in one transaction. */
export interface Taking {
  batch_id: string;
  numbers: CarrierNumbers;
  /** The stocks as they were read, with their new ranges. */
  stocks: readonly LabelStock[];
  /** The card's counters as they were read (null if nothing was ever taken), and the new ones; absent if they stay. */
  counters?: { card: string; before: CardCounters | null; after: CardCounters };
  at: number;
}

/** Object numbers and lots (rule PRD-14). */
export function openCarrierNumbers(table: Table) {
  const put = async (writes: readonly Write[]): Promise<boolean> => {
    try {
      await transact(table, writes);
      return true;
    } catch (error) {
      if (error instanceof ConditionLost) return false;
      throw error;
    }
  };
  return {
    /** The stocks of all prefixes, strongly consistent. */
    stocks: async (): Promise<LabelStock[]> =>
      (await queryAll(table, CARRIER_LABELS_PARTITION)).map((item) => ({
        ...stockShape.read(item),
        version: item.version as number,
      })),

    /** What batches took of a prefix, lowest first. */
    taken: async (prefix: string): Promise<TakenLabels[]> =>
      (await queryAll(table, takenLabelsPartition(prefix))).map(takenShape.read),

    /** What a card counts; null if nothing was ever taken. */
    counters: async (card: string): Promise<CardCounters | null> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: carrierLotKey(card), ConsistentRead: true }),
      );
      return (Item?.next as CardCounters | undefined) ?? null;
    },

    /** @returns false, with nothing written, if the stock changed since it was read */
    replace: (stock: LabelStock): Promise<boolean> => put([stockWrite(table, stock)]),

    /**
     * Gives numbers and lots to a batch: all or none.
     * @returns false, with nothing written, if the batch has its numbers or a stock changed since it was read
     */
    take: ({ batch_id, numbers, stocks, counters, at }: Taking): Promise<boolean> =>
      put([
        batchNumbersWrite(table, batch_id, numbers),
        ...stocks.map((stock) => stockWrite(table, stock)),
        ...numbers.labels.map((block) => takenWrite(table, { ...block, batch_id, at })),
        ...(counters ? [countersWrite(table, counters)] : []),
      ]),

    /**
     * Writes down numbers that a batch took according to its files, after a restore to an earlier time.
     * @returns false, with nothing written, if a stock changed since it was read
     */
    takeAgain: ({ batch_id, numbers, stocks, counters, at }: Taking): Promise<boolean> =>
      put([
        ...stocks.map((stock) => stockWrite(table, stock)),
        ...numbers.labels.map((block) => takenWrite(table, { ...block, batch_id, at })),
        ...(counters ? [countersWrite(table, counters)] : []),
      ]),
  };
}

export type CarrierNumberStore = ReturnType<typeof openCarrierNumbers>;

function stockWrite(table: Table, { version, ...stock }: LabelStock): Write {
  return {
    name: 'label stock',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          ...carrierLabelsKey(stock.prefix),
          kind: 'label_stock',
          stock,
          version: version + 1,
          ...stockShape.stamp,
        },
        ConditionExpression: version === 0 ? 'attribute_not_exists(PK)' : 'version = :version',
        ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
      },
    },
  };
}

function takenWrite(table: Table, taken: TakenLabels): Write {
  return {
    name: 'taken labels',
    item: {
      Put: {
        TableName: table.name,
        Item: { ...takenLabelsKey(taken.prefix, taken.first), kind: 'taken_labels', taken, ...takenShape.stamp },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

function countersWrite(table: Table, { card, before, after }: NonNullable<Taking['counters']>): Write {
  return {
    name: 'carrier counters',
    item: {
      Put: {
        TableName: table.name,
        Item: { ...carrierLotKey(card), kind: 'carrier_lot', next: after },
        ConditionExpression: before === null ? 'attribute_not_exists(PK)' : '#next = :before',
        ...(before !== null && {
          ExpressionAttributeNames: { '#next': 'next' },
          ExpressionAttributeValues: { ':before': before },
        }),
      },
    },
  };
}
