import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../../core/domain/ids.ts';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import {
  applyMove,
  type Balance,
  covers,
  emptyBalance,
  fallsLow,
  insufficientBalance,
  type LedgerEntry,
  type LedgerType,
  type LowBalanceWarning,
  type MoneyMove,
} from '../../../core/domain/ledger.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { commit } from '../table/calls.ts';
import { outboxWrite } from '../table/events.ts';
import { balanceKey, ledgerPartition, ledgerSourcePartition, ledgerTypePartition } from '../table/keys.ts';
import { type Page, type PageRequest, queryAll, queryPage } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedBalance, storedLedgerEntry } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import { backOff, ConditionLost, Contention, type Write } from '../table/transactions.ts';
import { SPENDING, spendingWrites } from './key-spending.ts';

/** Name of the balance's write or check in its transactions. */
export const BALANCE = 'balance';

/**
 * Movements of one account conflict only on its balance; twenty lost races in a row mean that something else is wrong.
 */
export const LOST_RACES = 20;

export interface Tools {
  now: () => number;
  randomBytes: RandomBytes;
}

const balanceShape = shapeOf(
  'balance',
  ({ amount, sequence, last_entry_at, crowded_until, warning }) => ({
    amount,
    sequence,
    last_entry_at,
    ...(crowded_until !== undefined && { crowded_until }),
    ...(warning !== undefined && { warning }),
  }),
  storedBalance,
);
const entryShape = shapeOf('ledger entry', ({ entry }) => entry, storedLedgerEntry);

/** The money of accounts. Nothing else writes a balance (rule MON-8). */
export function openLedger(table: Table, tools: Tools) {
  return {
    /** The balance now, strongly consistent. */
    balance: (accountId: string) => readBalance(table, accountId),

    /** Sets or removes the threshold at which the owners are warned; the balance does not change. */
    setWarning: (accountId: string, warning: LowBalanceWarning | null, response?: PendingResponse) =>
      setWarning(table, accountId, warning, response),

    /**
     * Judges an order by what its restricted key may still spend, before its files are stored; the transaction that
     * charges judges it again.
     * @throws Problem api_key_limit_reached
     */
    requireSpendable: async (order: KeyCharge): Promise<void> => void (await spendingWrites(table, tools.now(), order)),

    /** Moves money without any other write: top-ups, credits, adjustments. */
    move: async (move: MoneyMove): Promise<LedgerEntry> => (await commitMoney(table, tools, [move], []))[0]!,

    /** A page of entries, newest first, of one type or of all. */
    list: async (accountId: string, request: PageRequest, type?: LedgerType): Promise<Page<LedgerEntry>> =>
      queryPage(
        table,
        type
          ? { index: 'GSI1', partition: ledgerTypePartition(accountId, type), base: ledgerPartition(accountId) }
          : { partition: ledgerPartition(accountId) },
        'balance_transaction',
        request,
        entryShape.read,
      ),

    /** The entries of one mailing: its charge, and its refund if any. */
    ofSource: async (accountId: string, sourceId: string): Promise<LedgerEntry[]> =>
      readEach(table, await queryAll(table, ledgerSourcePartition(accountId, sourceId), 'GSI2'), entryShape.read),

    /** Every entry in order of sequence, for the audit. */
    all: async (accountId: string): Promise<LedgerEntry[]> =>
      readEach(table, await queryAll(table, ledgerPartition(accountId)), entryShape.read),
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** The balance, strongly consistent. */
export async function readBalance(table: Table, accountId: string): Promise<Balance> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: balanceKey(accountId), ConsistentRead: true }),
  );
  return Item ? balanceShape.read(Item) : emptyBalance;
}

/**
 * Commits movements of one account's money, in order, together with the writes they pay for, under the condition that
 * the balance is unchanged since it was read. After a lost race it reads the balance again: until the call's time runs
 * out, or for background work a limited number of times.
 * @param moves at least one
 * @param writes the other writes, or a function that computes them from the entries
 * @param response absent for background work
 * @throws Problem insufficient_balance when they are not all covered · ConditionLost when one of `writes` was rejected
 */
export async function commitMoney(
  table: Table,
  tools: Tools,
  moves: readonly [MoneyMove, ...MoneyMove[]],
  writes: readonly Write[] | ((entries: readonly LedgerEntry[]) => readonly Write[]),
  response?: PendingResponse,
): Promise<LedgerEntry[]> {
  const { account_id } = moves[0];
  for (let attempt = 0; ; attempt++) {
    const before = await readBalance(table, account_id);
    const { entries, balance } = applyMoves(tools, before, moves);
    const others = typeof writes === 'function' ? writes(entries) : writes;
    try {
      await commit(table, [...moneyWrites(table, tools, account_id, before, balance, entries), ...others], response);
      return entries;
    } catch (error) {
      // `commit` ends a call whose time runs out. Without a call, `transact` has already retried long enough.
      if (!(response ? isConflict(error) : hasMoved(error))) throw error;
      if (!response && attempt >= LOST_RACES) throw new Problem('service_unavailable', { cause: error });
      await backOff(attempt);
    }
  }
}

/** The balance, or what a key has ordered, is no longer what was read. */
export const hasMoved = (error: unknown): boolean =>
  error instanceof ConditionLost && (error.write === BALANCE || error.write === SPENDING);

/** Another transaction moves the account's money at the same time; nothing was written. */
export const isConflict = (error: unknown) => error instanceof Contention || hasMoved(error);

/**
 * Commits movements of one account's money, in order, together with writes that depend on what the balance covers. So
 * the balance must still be the one that the decision was based on, even if no money moves.
 * @throws Problem insufficient_balance when the movements are not all covered · ConditionLost when one of `writes` was
 * rejected, or of `BALANCE` when it has moved
 */
export async function commitMoneyAsJudged(
  table: Table,
  tools: Tools,
  accountId: string,
  judgedBy: Balance,
  moves: readonly MoneyMove[],
  writes: readonly Write[],
  { response, contentionRetries }: { response?: PendingResponse; contentionRetries?: number } = {},
): Promise<void> {
  const { entries, balance } = applyMoves(tools, judgedBy, moves);
  const ofMoney =
    entries.length > 0
      ? moneyWrites(table, tools, accountId, judgedBy, balance, entries)
      : [balanceCheck(table, accountId, judgedBy)];
  await commit(table, [...ofMoney, ...writes], response, contentionRetries);
}

/**
 * The entries of the moves in order, and the balance after them.
 * @throws Problem insufficient_balance
 */
export function applyMoves(
  { now, randomBytes }: Tools,
  before: Balance,
  moves: readonly MoneyMove[],
): { entries: LedgerEntry[]; balance: Balance } {
  const entries: LedgerEntry[] = [];
  let balance = before;
  for (const move of moves) {
    if (!covers(balance, move)) throw insufficientBalance(balance, move);
    const applied = applyMove(balance, move, now(), (instant) => createId('balance_transaction', instant, randomBytes));
    entries.push(applied.entry);
    balance = applied.balance;
  }
  return { entries, balance };
}

/** The writes for a balance that moved from `before` to `after` by these entries, with the notice of a low balance. */
export function moneyWrites(
  table: Table,
  { now, randomBytes }: Tools,
  accountId: string,
  before: Balance,
  after: Balance,
  entries: readonly LedgerEntry[],
): Write[] {
  const writes = [balanceWrite(table, accountId, before, after), ...entries.map((entry) => entryWrite(table, entry))];
  if (!fallsLow(before, after)) return writes;
  const event_id = createId('event', now(), randomBytes);
  const notice = { event_id, account_id: accountId, object_id: accountId, type: 'balance.low' as const };
  return [...writes, outboxWrite(table, notice, now())];
}

function balanceWrite(table: Table, accountId: string, before: Balance, after: Balance): Write {
  const Item = { ...balanceKey(accountId), kind: 'balance', ...after, ...balanceShape.stamp };
  return { name: BALANCE, item: { Put: { TableName: table.name, Item, ...unchangedSince(before) } } };
}

function balanceCheck(table: Table, accountId: string, read: Balance): Write {
  const Key = balanceKey(accountId);
  return { name: BALANCE, item: { ConditionCheck: { TableName: table.name, Key, ...unchangedSince(read) } } };
}

/** Includes the warning, so that a movement computed before the warning was set cannot remove it. */
function unchangedSince({ amount, sequence, warning }: Balance) {
  const warningIsSame = warning ? '#warning = :warning' : 'attribute_not_exists(#warning)';
  const isSame = `#sequence = :sequence AND #amount = :amount AND ${warningIsSame}`;
  const isNone = sequence === 0 && !warning;
  return {
    // A balance without entries may have been stored only for its warning.
    ConditionExpression: isNone ? `attribute_not_exists(PK) OR (${isSame})` : isSame,
    ExpressionAttributeNames: { '#sequence': 'sequence', '#amount': 'amount', '#warning': 'warning' },
    ExpressionAttributeValues: { ':sequence': sequence, ':amount': amount, ...(warning && { ':warning': warning }) },
  };
}

async function setWarning(
  table: Table,
  accountId: string,
  warning: LowBalanceWarning | null,
  response: PendingResponse | undefined,
): Promise<void> {
  const first = Object.entries({ kind: 'balance', ...emptyBalance, ...balanceShape.stamp });
  const Update = {
    TableName: table.name,
    Key: balanceKey(accountId),
    UpdateExpression: [
      `SET ${first.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
      warning ? ', #warning = :warning' : ' REMOVE #warning',
    ].join(''),
    ExpressionAttributeNames: {
      '#warning': 'warning',
      ...Object.fromEntries(first.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(first.map(([name, value]) => [`:${name}`, value])),
      ...(warning && { ':warning': warning }),
    },
  };
  await commit(table, [{ name: 'balance', item: { Update } }], response);
}

function entryWrite(table: Table, entry: LedgerEntry): Write {
  return {
    name: 'ledger entry',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          PK: ledgerPartition(entry.account_id),
          SK: entry.id,
          kind: 'ledger_entry',
          GSI1PK: ledgerTypePartition(entry.account_id, entry.type),
          GSI1SK: entry.id,
          ...(entry.source_id && {
            GSI2PK: ledgerSourcePartition(entry.account_id, entry.source_id),
            GSI2SK: entry.id,
          }),
          entry,
          ...entryShape.stamp,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}
