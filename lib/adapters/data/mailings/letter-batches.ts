import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { EventNotice, StoredEvent } from '../../../core/domain/events.ts';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import type { MoneyMove } from '../../../core/domain/ledger.ts';
import type { LetterBatch } from '../../../core/domain/letter-batches.ts';
import type { RowState } from '../../../core/domain/mail-merge-statuses.ts';
import type { Tally } from '../../../core/domain/mail-merges.ts';
import { retention } from '../../../core/domain/retention.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import type { LetterBatchSlice } from '../../../core/schemas/letter-batch.ts';
import type { MailMerge, MailMergeRow } from '../../../core/schemas/mail-merge.ts';
import { commitCharge } from '../money/group-commit.ts';
import { commitMoney, type Tools } from '../money/ledger.ts';
import { commit } from '../table/calls.ts';
import { eventWrites, outboxWrite } from '../table/events.ts';
import {
  letterBatchSliceKey,
  letterBatchSlicesPartition,
  mailMergeRowKey,
  mailMergeRowsPartition,
} from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedLetterBatchSlice } from '../table/stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';
import { ConditionLost } from '../table/transactions.ts';
import { MAIL_MERGE, moveWrite, rowShape, type VersionedMailMerge } from './mail-merges.ts';

const shape = /* @__PURE__ */ shapeOf('slice of a letter batch', ({ slice }) => slice, storedLetterBatchSlice);
const KEPT_MS = retention.mailMergeDays * DAY_MS;

/** Rows that one page reads at most, however few of them it shows. */
const MOST_ROWS_READ = 10_000;

type Named = Pick<MailMerge, 'account_id' | 'id'>;

/** A page of results, in the order of the file. */
export interface RowPage {
  rows: MailMergeRow[];
  /** The row to continue after; null on the last page. */
  next: number | null;
}

/** What letter batches have besides mail merges: slices, a charge and a refund for all rows, events. */
export function openLetterBatches(table: Table, tools: Tools) {
  return {
    /**
     * Stores a move together with its event, and its refund if any.
     * @returns false, with nothing written, if it changed since it was read
     */
    end: (
      before: VersionedMailMerge,
      after: MailMerge,
      { event, refund }: { event: StoredEvent; refund: MoneyMove | undefined },
    ): Promise<boolean> =>
      unlessMoved(async () => {
        const writes = [moveWrite(table, before, after, tools.now()), ...eventWrites(table, event)];
        if (refund) await commitMoney(table, tools, [refund], writes);
        else await commit(table, writes);
      }),

    /**
     * Charges the quote and starts the letters, with the call's response: all or nothing (rule LBT-6).
     * @returns false, with nothing written, if it changed since it was read
     * @throws Problem insufficient_balance, api_key_limit_reached, service_unavailable
     */
    confirm: (
      before: VersionedMailMerge,
      after: MailMerge,
      { charge, spends, notice, response }: Confirmation,
    ): Promise<boolean> =>
      unlessMoved(async () => {
        const now = tools.now();
        const writes = [moveWrite(table, before, after, now), outboxWrite(table, notice, now)];
        const move = charge.amount === 0 ? undefined : charge;
        if (move || spends) await commitCharge(table, tools, move, writes, response, { spends });
        else await commit(table, writes, response);
      }),

    /** What is known of the slices that were checked, in order; strongly consistent. Fails if one cannot be read. */
    slices: async ({ account_id, id }: Named): Promise<LetterBatchSlice[]> =>
      (await queryAll(table, letterBatchSlicesPartition(account_id, id))).map(shape.read),

    /** What is known of one slice, strongly consistent. */
    findSlice: async ({ account_id, id }: Named, slice: number): Promise<LetterBatchSlice | undefined> => {
      const Key = letterBatchSliceKey(account_id, id, slice);
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return Item && shape.read(Item);
    },

    /** Stores what a dry run found in a slice, unless it is known: the first finding is the one that is quoted. */
    addSlice: async ({ account_id, id, created_at }: MailMerge, slice: LetterBatchSlice): Promise<void> => {
      const put = new PutCommand({
        TableName: table.name,
        Item: {
          ...letterBatchSliceKey(account_id, id, slice.slice),
          kind: 'letter_batch_slice',
          slice,
          ...shape.stamp,
          expires_at_epoch: epochSeconds(created_at + KEPT_MS),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      });
      await ifConditionHolds(table.client.send(put));
    },

    /** Stores the counted results of a slice. */
    noteTally: async ({ account_id, id }: Named, slice: number, { tally, made }: SliceResults): Promise<void> => {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: letterBatchSliceKey(account_id, id, slice),
        UpdateExpression: 'SET #slice.tally = :tally, #slice.made = :made',
        ExpressionAttributeNames: { '#slice': 'slice' },
        ExpressionAttributeValues: { ':tally': tally, ':made': made },
      });
      await table.client.send(update);
    },

    /** Results in the order of the file, of one state or of all. A page may be shorter than its limit (rule LIST-2). */
    rows: async (
      { account_id, id }: Named,
      { after, limit, state }: { after: number; limit: number; state: RowState | undefined },
    ): Promise<RowPage> => {
      const found: Item[] = [];
      let start: Item | undefined;
      let seen = 0;
      do {
        const {
          Items = [],
          ScannedCount = 0,
          LastEvaluatedKey,
        } = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            KeyConditionExpression: 'PK = :rows AND SK > :after',
            ...(state && {
              FilterExpression: '#row.#state = :state',
              ExpressionAttributeNames: { '#row': 'row', '#state': 'state' },
            }),
            ExpressionAttributeValues: {
              ':rows': mailMergeRowsPartition(account_id, id),
              ':after': mailMergeRowKey(account_id, id, after).SK,
              ...(state && { ':state': state }),
            },
            ConsistentRead: true,
            ExclusiveStartKey: start,
            Limit: state ? 1_000 : limit + 1 - found.length,
          }),
        );
        found.push(...Items);
        seen += ScannedCount;
        start = LastEvaluatedKey;
      } while (start && found.length <= limit && seen < MOST_ROWS_READ);
      const rows = readEach(table, found.slice(0, limit), rowShape.read);
      if (found.length > limit) return { rows, next: rows.at(-1)?.row ?? null };
      return { rows, next: start ? rowOf(start) : null };
    },
  };
}

export type LetterBatches = ReturnType<typeof openLetterBatches>;

/** The row of a key of `mailMergeRowKey`. */
const rowOf = ({ SK }: Item): number => Number(String(SK).replace('A', ''));

export interface SliceResults {
  tally: Tally;
  /** The prices of all letters that its rows have ever got, in centavos. */
  made: number;
}

interface Confirmation {
  charge: MoneyMove;
  /** What it counts against the limits of the restricted key that confirms. */
  spends: KeyCharge | undefined;
  notice: EventNotice<'mail_merge.started'>;
  response: PendingResponse;
}

/** The charge of a letter batch, and its refund for rows without a letter, both in centavos. */
export const batchMoney = (
  { account_id, id }: LetterBatch,
  type: 'letter_batch' | 'refund',
  amount: number,
): MoneyMove => ({
  account_id,
  type,
  amount: type === 'refund' ? amount : -amount,
  source_id: id,
  description: null,
});

async function unlessMoved(commits: () => Promise<void>): Promise<boolean> {
  try {
    await commits();
    return true;
  } catch (error) {
    if (error instanceof ConditionLost && error.write === MAIL_MERGE) return false;
    throw error;
  }
}
