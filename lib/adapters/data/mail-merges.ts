import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { EventNotice, InternalEventType } from '../../core/domain/events.ts';
import type { Letter } from '../../core/domain/letters.ts';
import { type Slice, type Tally, tallyOf } from '../../core/domain/mail-merges.ts';
import { retention } from '../../core/domain/retention.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import type { MailMerge, MailMergeRow } from '../../core/schemas/mail-merge.ts';
import { commit } from './calls.ts';
import { outboxWrite } from './events.ts';
import {
  confirmedMailMergesPartition,
  mailMergeKey,
  mailMergeRowKey,
  mailMergeRowsPartition,
  mailMergesPartition,
} from './keys.ts';
import type { Tools } from './ledger.ts';
import { letterShape } from './mailing-shapes.ts';
import { openMailings } from './mailings.ts';
import { type Item, type Page, type PageRequest, queryAll, queryPage } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedMailMerge, storedMailMergeRow } from './stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from './table.ts';
import { ConditionLost, type Write } from './transactions.ts';

const shape = /* @__PURE__ */ shapeOf('mail merge', ({ mail_merge }) => mail_merge, storedMailMerge);
const rowShape = /* @__PURE__ */ shapeOf('row of a mail merge', ({ row }) => row, storedMailMergeRow);
const KEPT_MS = retention.mailMergeDays * DAY_MS;

/** Names of the writes in their transactions. */
const MAIL_MERGE = 'mail merge';
const ROW = 'row of a mail merge';

/** A mail merge with its optimistic lock. */
export interface VersionedMailMerge {
  mailMerge: MailMerge;
  version: number;
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
      return Item && { mailMerge: shape.read(Item), version: Item.version as number };
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
      const writes = [moveWrite(table, before, after), ...(notice ? [outboxWrite(table, notice, tools.now())] : [])];
      try {
        await commit(table, writes, response);
        return true;
      } catch (error) {
        if (error instanceof ConditionLost && error.write === MAIL_MERGE) return false;
        throw error;
      }
    },

    /**
     * A page of confirmed ones, newest first. Expired items may still be in the table, so the age limits the range too.
     */
    list: (accountId: string, request: PageRequest): Promise<Page<MailMerge>> =>
      queryPage(
        table,
        { index: 'GSI1', partition: confirmedMailMergesPartition(accountId), base: mailMergesPartition(accountId) },
        'mail_merge',
        { ...request, createdAfter: Math.max(request.createdAfter ?? 0, tools.now() - KEPT_MS) },
        shape.read,
      ),

    /** Stores the letter of a row in one transaction with the row's result. @throws RowTaken */
    lettersOf: (mailMerge: MailMerge, { row, line }: Pick<MailMergeRow, 'row' | 'line'>) => {
      const resultOf = ({ id, price }: Letter): Write => ({
        name: ROW,
        item: {
          Put: putRow(mailMerge, { row, line, state: 'created', letter_id: id, total: price.total, problems: [] }),
        },
      });
      const letters = openMailings(table, tools, letterShape, (letter) => [resultOf(letter)]);
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
      await ifConditionHolds(table.client.send(new PutCommand(putRow(mailMerge, row))));
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
      return items.map(rowShape.read);
    },

    /** How many rows have a result, strongly consistent. */
    countResults: async ({ account_id, id }: Pick<MailMerge, 'account_id' | 'id'>): Promise<number> => {
      let count = 0;
      for await (const page of rowPages(table, account_id, id, { Select: 'COUNT' })) count += page.count;
      return count;
    },

    /** The results by their kind, strongly consistent. */
    tally: async ({ account_id, id }: Pick<MailMerge, 'account_id' | 'id'>): Promise<Tally> =>
      tallyOf((await queryAll(table, mailMergeRowsPartition(account_id, id))).map(rowShape.read)),
  };
}

export type MailMerges = ReturnType<typeof openMailMerges>;

function moveWrite(table: Table, { version }: VersionedMailMerge, after: MailMerge): Write {
  return {
    name: MAIL_MERGE,
    item: {
      Update: {
        TableName: table.name,
        Key: mailMergeKey(after.account_id, after.id),
        UpdateExpression: 'SET mail_merge = :after, version = :next, GSI1PK = :confirmed, GSI1SK = :id',
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: {
          ':after': after,
          ':version': version,
          ':next': version + 1,
          ':confirmed': confirmedMailMergesPartition(after.account_id),
          ':id': after.id,
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
const AFTER_ALL_ROWS = 99_999;

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
