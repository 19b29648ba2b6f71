import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { EventNotice, InternalEventType } from '../../../core/domain/events.ts';
import type { Letter } from '../../../core/domain/letters.ts';
import {
  isInProgress,
  MAIL_MERGE_LOOK_MS,
  type MailMergeLook,
  type MailMergeWork,
  type Slice,
  type Tally,
  tallyOf,
} from '../../../core/domain/mail-merges.ts';
import { problemsOfResult } from '../../../core/domain/problems.ts';
import { retention } from '../../../core/domain/retention.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import type { MailMerge, MailMergeRow } from '../../../core/schemas/mail-merge.ts';
import { settleAll } from '../../../core/settle-all.ts';
import type { Tools } from '../money/ledger.ts';
import { commit } from '../table/calls.ts';
import { outboxWrite } from '../table/events.ts';
import {
  confirmedMailMergesPartition,
  letterBatchLettersPartition,
  MAIL_MERGES_IN_PROGRESS,
  mailingPartition,
  mailMergeKey,
  mailMergeRowKey,
  mailMergeRowsPartition,
  mailMergesPartition,
} from '../table/keys.ts';
import {
  type Page,
  type PageRequest,
  queryAll,
  queryPage,
  queryWorkKeys,
  readItems,
  readWork,
  walkAll,
} from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedMailMerge, storedMailMergeRow } from '../table/stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';
import { ConditionLost, type Write } from '../table/transactions.ts';
import { takeNumberWrites } from './authenticity-numbers.ts';
import { letterShape } from './mailing-shapes.ts';
import { openMailings } from './mailings.ts';

const shape = /* @__PURE__ */ shapeOf('mail merge', ({ mail_merge }) => mail_merge, storedMailMerge);
export const rowShape = /* @__PURE__ */ shapeOf('row of a mail merge', ({ row }) => row, storedMailMergeRow);
const KEPT_MS = retention.mailMergeDays * DAY_MS;

/** Maximum keys of a BatchGetItem. */
const KEYS_AT_ONCE = 100;

/** Names of the writes in their transactions. */
export const MAIL_MERGE = 'mail merge';
const ROW = 'row of a mail merge';

/** A mail merge with its optimistic lock. */
export interface VersionedMailMerge {
  mailMerge: MailMerge;
  version: number;
  /** Null unless its rows are being sent or canceled. A release without it stored none. */
  work: MailMergeWork | null;
}

/** The row already has a result: its letter exists, or it was dropped in the meantime. Nothing was written. */
export class RowTaken extends Error {
  constructor() {
    super('the row has a result');
    this.name = 'RowTaken';
  }
}

/** Mail merges: each is an item, and so is each row with a result (docs/decisions/mail-merge.md). */
export function openMailMerges(table: Table, tools: Tools) {
  const expiry = ({ created_at }: MailMerge) => ({ expires_at_epoch: epochSeconds(created_at + KEPT_MS) });
  const putRow = (mailMerge: MailMerge, row: MailMergeRow) => ({
    TableName: table.name,
    Item: {
      ...mailMergeRowKey(mailMerge.account_id, mailMerge.id, row.row),
      kind: 'mail_merge_row',
      row,
      ...rowShape.stamp,
      ...expiry(mailMerge),
    },
    ConditionExpression: 'attribute_not_exists(PK)',
  });

  return {
    /** Stores a new one with the call's response. */
    create: async (mailMerge: MailMerge, response?: PendingResponse): Promise<void> => {
      const Put = {
        TableName: table.name,
        Item: {
          ...mailMergeKey(mailMerge.account_id, mailMerge.id),
          kind: 'mail_merge',
          version: 1,
          mail_merge: mailMerge,
          ...shape.stamp,
          ...expiry(mailMerge),
          // A draft of a page is not listed, a letter batch is.
          ...(mailMerge.batch && {
            GSI1PK: confirmedMailMergesPartition(mailMerge.account_id),
            GSI1SK: mailMerge.id,
          }),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      };
      await commit(table, [{ name: MAIL_MERGE, item: { Put } }], response);
    },

    /** Strongly consistent. */
    find: async (accountId: string, id: string): Promise<VersionedMailMerge | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: mailMergeKey(accountId, id), ConsistentRead: true }),
      );
      return Item && versioned(Item);
    },

    /**
     * Stores a move, with the outbox mark that starts work on its rows and the call's response.
     * @returns false, with nothing written, if it changed since it was read
     */
    move: async (
      before: VersionedMailMerge,
      after: MailMerge,
      { notice, response }: { notice?: EventNotice<InternalEventType>; response?: PendingResponse | undefined } = {},
    ): Promise<boolean> => {
      const now = tools.now();
      const writes = [moveWrite(table, before, after, now), ...(notice ? [outboxWrite(table, notice, now)] : [])];
      try {
        await commit(table, writes, response);
        return true;
      } catch (error) {
        if (error instanceof ConditionLost && error.write === MAIL_MERGE) return false;
        throw error;
      }
    },

    /**
     * A page of confirmed ones and of letter batches, newest first. Expired items may still be in the table, so the age limits the range too.
     */
    list: (accountId: string, request: PageRequest): Promise<Page<MailMerge>> =>
      queryPage(
        table,
        { index: 'GSI1', partition: confirmedMailMergesPartition(accountId), base: mailMergesPartition(accountId) },
        'mail_merge',
        { ...request, createdAfter: Math.max(request.createdAfter ?? 0, tools.now() - KEPT_MS) },
        shape.read,
      ),

    /** Those of an account whose rows are being sent or canceled, also ones that a release without `work` moved. */
    inProgress: async (accountId: string): Promise<VersionedMailMerge[]> => {
      const found: VersionedMailMerge[] = [];
      for await (const items of walkAll(table, confirmedMailMergesPartition(accountId), 'GSI1'))
        found.push(...readEach(table, items, versioned).filter(({ mailMerge }) => isInProgress(mailMerge)));
      return found;
    },

    /** Those in progress at which it is time to look, of all accounts, longest overdue first, at most `limit`. */
    toLookAt: async (limit: number): Promise<VersionedMailMerge[]> =>
      readWork(table, MAIL_MERGES_IN_PROGRESS, limit, versioned, { upTo: lookKey(tools.now()) }),

    /** When it is time for the next look, possibly in the past; null when none is in progress. */
    nextLook: async (): Promise<number | null> => {
      const [first] = await queryWorkKeys(table, MAIL_MERGES_IN_PROGRESS, 1);
      return first ? Date.parse(first.GSI3SK as string) : null;
    },

    /** Stores the outcome of a look, unless it has moved in the meantime. */
    noteLook: async ({ mailMerge, version }: VersionedMailMerge, { work, next }: MailMergeLook): Promise<void> => {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: mailMergeKey(mailMerge.account_id, mailMerge.id),
        UpdateExpression: 'SET #work = :work, GSI3SK = :next',
        ConditionExpression: 'version = :unmoved',
        ExpressionAttributeNames: { '#work': 'work' },
        ExpressionAttributeValues: { ':work': work, ':next': lookKey(next), ':unmoved': version },
      });
      await ifConditionHolds(table.client.send(update));
    },

    /** Stores the letter of a row in one transaction with the row's result. @throws RowTaken */
    lettersOf: (mailMerge: MailMerge, { row, line }: Pick<MailMergeRow, 'row' | 'line'>) => {
      const resultOf = ({ id, price }: Letter): Write => ({
        name: ROW,
        item: {
          Put: putRow(mailMerge, { row, line, state: 'created', letter_id: id, total: price.total, problems: [] }),
        },
      });
      const placeOf = ({ id, account_id }: Letter): Write => ({
        name: 'letter of a letter batch',
        item: {
          Put: {
            TableName: table.name,
            Item: { PK: letterBatchLettersPartition(account_id, mailMerge.id), SK: id, kind: 'letter_of_batch' },
          },
        },
      });
      const letters = openMailings(table, tools, letterShape, (letter) => [
        resultOf(letter),
        ...(mailMerge.batch ? [placeOf(letter)] : []),
        ...takeNumberWrites(table, letter),
      ]);
      return {
        create: async (letter: Parameters<typeof letters.create>[0]): Promise<void> => {
          try {
            await letters.create(letter);
          } catch (error) {
            throw error instanceof ConditionLost && error.write === ROW ? new RowTaken() : error;
          }
        },
      };
    },

    /** Stores the result of a row without a letter, unless it has one. */
    endRow: async (mailMerge: MailMerge, row: MailMergeRow): Promise<void> => {
      // Names of a row's fields are as long as the file allows, and an item has at most 400 KB.
      const result = { ...row, problems: problemsOfResult(row.problems) };
      await ifConditionHolds(table.client.send(new PutCommand(putRow(mailMerge, result))));
    },

    /** Stores the result of a row whose letter was canceled. */
    settleRow: async (
      { account_id, id }: Pick<MailMerge, 'account_id' | 'id'>,
      { row }: MailMergeRow,
      state: 'canceled' | 'kept',
    ): Promise<void> => {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: mailMergeRowKey(account_id, id, row),
        UpdateExpression: 'SET #row.#state = :state',
        ConditionExpression: '#row.#state = :created',
        ExpressionAttributeNames: { '#row': 'row', '#state': 'state' },
        ExpressionAttributeValues: { ':state': state, ':created': 'created' },
      });
      await ifConditionHolds(table.client.send(update));
    },

    /** The results of the rows of a slice, strongly consistent. */
    results: async ({ account_id, mail_merge_id, first, last }: Slice): Promise<MailMergeRow[]> => {
      const items: Item[] = [];
      for await (const page of rowPages(table, account_id, mail_merge_id, { first, last })) items.push(...page.items);
      return readEach(table, items, rowShape.read);
    },

    /**
     * The letters of rows as they are now, eventually consistent, by id. A letter of 4 KB takes half a read unit, so the
     * ten thousand of the largest mail merge take 5,000.
     */
    lettersOfRows: async (accountId: string, rows: readonly MailMergeRow[]): Promise<ReadonlyMap<string, Letter>> => {
      const ids = rows.flatMap(({ letter_id }) => letter_id ?? []);
      const parts = Array.from({ length: Math.ceil(ids.length / KEYS_AT_ONCE) }, (_, index) =>
        ids.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
      );
      const items = await settleAll(
        parts.map((some) =>
          readItems(
            table,
            some.map((id) => ({ PK: mailingPartition(accountId, 'letter'), SK: id })),
            { stale: true },
          ),
        ),
      );
      return new Map(readEach(table, items.flat(), letterShape.read).map((letter) => [letter.id, letter]));
    },

    /** How many rows have a result, strongly consistent. */
    countResults: async ({ account_id, id }: Pick<MailMerge, 'account_id' | 'id'>): Promise<number> => {
      let count = 0;
      for await (const page of rowPages(table, account_id, id, { Select: 'COUNT' })) count += page.count;
      return count;
    },

    /** The results by their kind, strongly consistent. */
    tally: async ({ account_id, id }: Pick<MailMerge, 'account_id' | 'id'>): Promise<Tally> =>
      tallyOf(readEach(table, await queryAll(table, mailMergeRowsPartition(account_id, id)), rowShape.read)),
  };
}

export type MailMerges = ReturnType<typeof openMailMerges>;

const versioned = (item: Item): VersionedMailMerge => ({
  mailMerge: shape.read(item),
  version: item.version as number,
  work: (item.work as MailMergeWork | undefined) ?? null,
});

/** An instant as text that sorts by time. */
const lookKey = (instant: number) => new Date(instant).toISOString();

/** The write that moves a mail merge, under the condition that it has not changed since it was read. */
export function moveWrite(table: Table, { version }: VersionedMailMerge, after: MailMerge, now: number): Write {
  const work: MailMergeWork | undefined = isInProgress(after) ? { queued_at: now } : undefined;
  const inWorkIndex = work
    ? ', #work = :work, GSI3PK = :in_progress, GSI3SK = :next_look'
    : ' REMOVE #work, GSI3PK, GSI3SK';
  return {
    name: MAIL_MERGE,
    item: {
      Update: {
        TableName: table.name,
        Key: mailMergeKey(after.account_id, after.id),
        UpdateExpression: `SET mail_merge = :after, version = :next, GSI1PK = :confirmed, GSI1SK = :id${inWorkIndex}`,
        ConditionExpression: 'version = :version',
        ExpressionAttributeNames: { '#work': 'work' },
        ExpressionAttributeValues: {
          ':after': after,
          ':version': version,
          ':next': version + 1,
          ':confirmed': confirmedMailMergesPartition(after.account_id),
          ':id': after.id,
          ...(work && {
            ':work': work,
            ':in_progress': MAIL_MERGES_IN_PROGRESS,
            ':next_look': lookKey(now + MAIL_MERGE_LOOK_MS),
          }),
        },
      },
    },
  };
}

interface RowRange {
  first?: number;
  last?: number;
  Select?: 'COUNT';
}

/** Greater than any row number. */
const AFTER_ALL_ROWS = 999_999;

async function* rowPages(
  table: Table,
  accountId: string,
  id: string,
  { first = 0, last = AFTER_ALL_ROWS, Select }: RowRange,
): AsyncGenerator<{ items: Item[]; count: number }> {
  let start: Item | undefined;
  do {
    const {
      Items = [],
      Count = 0,
      LastEvaluatedKey,
    } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :rows AND SK BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':rows': mailMergeRowsPartition(accountId, id),
          ':first': mailMergeRowKey(accountId, id, first).SK,
          ':last': mailMergeRowKey(accountId, id, last).SK,
        },
        ConsistentRead: true,
        ExclusiveStartKey: start,
        ...(Select && { Select }),
      }),
    );
    yield { items: Items, count: Count };
    start = LastEvaluatedKey;
  } while (start);
}
