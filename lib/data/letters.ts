import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEvent } from '../domain/events.ts';
import type { LedgerEntry, MoneyMove } from '../domain/ledger.ts';
import type { Letter, LetterStatus } from '../domain/letters.ts';
import type { Upload } from '../domain/uploads.ts';
import { eventWrite } from './events.ts';
import { mailingPartition, mailingReferencePartition, mailingReferenceStatusPartition, mailingStatusPartition, shardOf, toPrintPartition, WORK_SHARDS } from './keys.ts';
import { commitMoney, type Tools } from './ledger.ts';
import { batchedMailingWrite } from './print-batches.ts';
import { queryAll, queryPage, queryWork, type Item, type Page, type PageRequest, type Source } from './queries.ts';
import type { Table } from './table.ts';
import { ConditionLost, transact, type Write } from './transactions.ts';
import { consumeUploadWrite } from './uploads.ts';

/** A letter with its optimistic lock. */
export interface VersionedLetter {
  letter: Letter;
  version: number;
  /** Token of the state machine's wait, if it waits (design §5). */
  task_token: string | null;
}

export interface NewLetter {
  letter: Letter;
  event: StoredEvent;
  /** The charge of a letter sent right away. */
  charge: MoneyMove | undefined;
  upload: Upload | undefined;
  /** Completes the request's idempotency record. */
  completion: Write | undefined;
}

export interface LetterChange {
  before: VersionedLetter;
  after: Letter;
  event: StoredEvent;
  money: MoneyMove | undefined;
  completion?: Write | undefined;
}

/** Letters. Each create and each change is one conditional transaction with its money and its event (design §4). */
export function openLetters(table: Table, tools: Tools) {
  return {
    find: (accountId: string, letterId: string) => find(table, accountId, letterId),

    /**
     * Stores a new letter with its event, charge, used upload and idempotency record.
     * @throws Problem insufficient_balance · ConditionLost 'upload' when another mailing used it first
     */
    create: async ({ letter, event, charge, upload, completion }: NewLetter): Promise<void> => {
      const writes = [newLetterWrite(table, letter), eventWrite(table, event)];
      if (upload) writes.push(consumeUploadWrite(table, upload, letter.id));
      if (completion) writes.push(completion);
      await commit(table, tools, charge, writes);
    },

    /**
     * Stores a letter's transition or edit.
     * @returns false, with nothing written, when the letter changed since it was read
     * @throws Problem insufficient_balance
     */
    change: async ({ before, after, event, money, completion }: LetterChange): Promise<boolean> => {
      const writes = [changedLetterWrite(table, before, after), eventWrite(table, event)];
      if (after.batch_id && !before.letter.batch_id) writes.push(batchedMailingWrite(table, after.batch_id, after));
      if (completion) writes.push(completion);
      try {
        await commit(table, tools, money, writes);
        return true;
      } catch (error) {
        if (error instanceof ConditionLost && error.write === 'letter') return false;
        throw error;
      }
    },

    /** A page, newest first. */
    list: (accountId: string, request: PageRequest, filter: { status?: LetterStatus; reference?: string }): Promise<Page<Letter>> =>
      queryPage(table, listSource(accountId, filter), 'letter', request, (item) => item.letter as Letter),

    /** Received letters that wait for a print batch, oldest first per shard. */
    toPrint: async (perShard: number): Promise<VersionedLetter[]> => {
      const shards = Array.from({ length: WORK_SHARDS }, (_, shard) => queryWork(table, toPrintPartition(shard), perShard));
      return (await Promise.all(shards)).flat().map(readLetter);
    },

    /** Every letter of an account, for the audit. */
    all: async (accountId: string): Promise<Letter[]> =>
      (await queryAll(table, mailingPartition(accountId, 'LETTERS'))).map((item) => item.letter as Letter),
  };
}

export type Letters = ReturnType<typeof openLetters>;

async function find(table: Table, accountId: string, letterId: string): Promise<VersionedLetter | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { PK: mailingPartition(accountId, 'LETTERS'), SK: letterId },
      ConsistentRead: true,
    }),
  );
  return Item && readLetter(Item);
}

async function commit(table: Table, tools: Tools, money: MoneyMove | undefined, writes: Write[]): Promise<LedgerEntry | undefined> {
  if (money && money.amount !== 0) return commitMoney(table, tools, money, writes);
  await transact(table, writes);
  return undefined;
}

function readLetter(item: Item): VersionedLetter {
  return { letter: item.letter as Letter, version: item.version as number, task_token: (item.task_token as string | undefined) ?? null };
}

function newLetterWrite(table: Table, letter: Letter): Write {
  return {
    name: 'letter',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          PK: mailingPartition(letter.account_id, 'LETTERS'),
          SK: letter.id,
          kind: 'letter',
          version: 1,
          // The state machine's conditions read it beside the letter.
          status: letter.status,
          letter,
          ...indexKeys(letter),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

/** Sets what changes and leaves the state machine's token where it is. */
function changedLetterWrite(table: Table, before: VersionedLetter, after: Letter): Write {
  const keys: Record<string, string> = indexKeys(after);
  const obsolete = Object.keys(indexKeys(before.letter)).filter((name) => !(name in keys));
  const sets = ['letter = :letter', '#status = :status', 'version = :next', ...Object.keys(keys).map((name) => `${name} = :${name}`)];
  return {
    name: 'letter',
    item: {
      Update: {
        TableName: table.name,
        Key: { PK: mailingPartition(after.account_id, 'LETTERS'), SK: after.id },
        UpdateExpression: `SET ${sets.join(', ')}${obsolete.length > 0 ? ` REMOVE ${obsolete.join(', ')}` : ''}`,
        ConditionExpression: 'version = :version',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':letter': after,
          ':status': after.status,
          ':version': before.version,
          ':next': before.version + 1,
          ...Object.fromEntries(Object.entries(keys).map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
  };
}

/** Keys of the status and reference lists, and of the work index while the letter waits for a print batch. */
function indexKeys(letter: Letter): Record<string, string> {
  return {
    GSI1PK: mailingStatusPartition(letter.account_id, 'LETTERS', letter.status),
    GSI1SK: letter.id,
    ...(letter.reference !== null && {
      GSI2PK: mailingReferencePartition(letter.account_id, 'LETTERS', letter.reference),
      GSI2SK: letter.id,
      GSI4PK: mailingReferenceStatusPartition(letter.account_id, 'LETTERS', letter.reference, letter.status),
      GSI4SK: letter.id,
    }),
    ...(letter.status === 'received' && { GSI3PK: toPrintPartition(shardOf(letter.id)), GSI3SK: letter.id }),
  };
}

function listSource(accountId: string, filter: { status?: LetterStatus; reference?: string }): Source {
  const base = mailingPartition(accountId, 'LETTERS');
  const { status, reference } = filter;
  if (reference !== undefined && status !== undefined) {
    return { index: 'GSI4', partition: mailingReferenceStatusPartition(accountId, 'LETTERS', reference, status), base };
  }
  if (reference !== undefined) {
    return { index: 'GSI2', partition: mailingReferencePartition(accountId, 'LETTERS', reference), base };
  }
  if (status !== undefined) {
    return { index: 'GSI1', partition: mailingStatusPartition(accountId, 'LETTERS', status), base };
  }
  return { partition: base };
}
