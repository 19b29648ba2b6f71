import type { Locale } from './locale.ts';
import { Problem } from './problems.ts';

/** Types of balance transaction (rule MON-5). */
export const ledgerTypes = [
  'top_up',
  'letter',
  'letter_batch',
  'verification',
  'refund',
  'credit',
  'adjustment',
] as const;
export type LedgerType = (typeof ledgerTypes)[number];

/** A requested change of the balance; amounts are centavos, negative for debits. */
export interface MoneyMove {
  account_id: string;
  type: LedgerType;
  amount: number;
  source_id: string | null;
  description: string | null;
}

/** A recorded change. `sequence` counts an account's entries from 1 without gaps. */
export interface LedgerEntry extends MoneyMove {
  id: string;
  sequence: number;
  balance_after: number;
  created_at: number;
}

/** In centavos: more than any balance, and exact as a number. */
export const HIGHEST_WARNING = 100_000_000_000;

/** The balance below which owners are warned by mail, and in which language (rule MON-10). */
export interface LowBalanceWarning {
  /** Centavos. */
  below: number;
  locale: Locale;
}

export interface Balance {
  amount: number;
  /** Sequence of the last entry, 0 before the first. */
  sequence: number;
  /** Instant of the last entry; the next one is later, so that ids sort like sequences. */
  last_entry_at: number;
  /** Epoch milliseconds: until then concurrent charges of the account are likely. */
  crowded_until?: number;
  /** Absent if no warning is set. */
  warning?: LowBalanceWarning;
}

export const emptyBalance: Balance = { amount: 0, sequence: 0, last_entry_at: 0 };

/** True when the balance covers the move. Only an adjustment by the operator may leave a debt. */
export function covers(balance: Balance, move: MoneyMove): boolean {
  return move.amount >= 0 || move.type === 'adjustment' || balance.amount + move.amount >= 0;
}

/** The rejection of a move: its cost, and the available balance. */
export function insufficientBalance(balance: Balance, move: MoneyMove): Problem {
  return new Problem('insufficient_balance', { values: { price: -move.amount, balance: balance.amount } });
}

/** The entry and the balance that a move leads to. `createId` receives the entry's instant. */
export function applyMove(
  balance: Balance,
  move: MoneyMove,
  now: number,
  createId: (instant: number) => string,
): { entry: LedgerEntry; balance: Balance } {
  const createdAt = Math.max(now, balance.last_entry_at + 1);
  const amount = balance.amount + move.amount;
  const sequence = balance.sequence + 1;
  return {
    entry: { ...move, id: createId(createdAt), sequence, balance_after: amount, created_at: createdAt },
    balance: { amount, sequence, last_entry_at: createdAt, ...(balance.warning && { warning: balance.warning }) },
  };
}

/** Whether the balance falls below its warning limit between the two states (rule MON-10). */
export function fallsLow(before: Balance, after: Balance): boolean {
  const limit = after.warning?.below;
  return limit !== undefined && before.amount >= limit && after.amount < limit;
}

/** An inconsistency: `sequence`s are numbers of entries, everything else is centavos. */
export interface LedgerDifference {
  account_id: string;
  /** Number of the entry, if it is about one. */
  sequence: number | null;
  source_id: string | null;
  problem:
    | 'balance'
    | 'balance_after'
    | 'balance_sequence'
    | 'debit'
    | 'letter_batch'
    | 'no_such_mailing'
    | 'refund'
    | 'sequence';
  /** Null if nothing should exist. */
  expected: number | null;
  found: readonly number[];
}

/** What a mailing should have cost, according to its own state. */
export interface ExpectedCharge {
  id: string;
  /** Centavos debited: zero if it was never charged. */
  charged: number;
  refunded: number;
  /** Centavos that the charge of its letter batch has paid for it. */
  share?: { letter_batch_id: string; amount: number };
}

/**
 * Recomputes an account's money: sequences without gaps, consistent `balance_after`, a balance equal to the sum, and
 * for every mailing exactly its debit and its refund; for every letter batch one charge, whose rest is what its letters
 * cost.
 * @param entries in order of sequence
 * @param unsettled sources of entries whose mailings are not checked
 */
export function auditLedger(
  accountId: string,
  balance: Balance,
  entries: readonly LedgerEntry[],
  expected: readonly ExpectedCharge[],
  unsettled: ReadonlySet<string | null> = new Set(),
): LedgerDifference[] {
  const differences: LedgerDifference[] = [];
  const report = (
    problem: LedgerDifference['problem'],
    { sequence = null, source_id = null }: Partial<Pick<LedgerDifference, 'sequence' | 'source_id'>>,
    expected: number | null,
    ...found: number[]
  ) => differences.push({ account_id: accountId, sequence, source_id, problem, expected, found });

  let amount = 0;
  entries.forEach((entry, index) => {
    amount += entry.amount;
    if (entry.sequence !== index + 1) report('sequence', entry, index + 1, entry.sequence);
    if (entry.balance_after !== amount) report('balance_after', entry, amount, entry.balance_after);
  });
  if (balance.amount !== amount) report('balance', {}, amount, balance.amount);
  if (balance.sequence !== entries.length) report('balance_sequence', {}, entries.length, balance.sequence);

  const bySource = Map.groupBy(
    entries.filter((entry) => entry.type === 'letter' || entry.type === 'verification' || entry.type === 'refund'),
    (entry) => entry.source_id ?? '',
  );
  const batches = new Set(entries.filter(({ type }) => type === 'letter_batch').map(({ source_id }) => source_id!));
  const shares = sharesOf(expected);
  for (const source_id of new Set([...batches, ...shares.keys()])) {
    const own = entries.filter((entry) => entry.source_id === source_id);
    bySource.delete(source_id);
    const isOnce = own.filter(({ type }) => type === 'letter_batch').length === 1;
    const rest = own.reduce((sum, entry) => sum - entry.amount, 0);
    const share = shares.get(source_id) ?? 0;
    if (!unsettled.has(source_id) && !(isOnce ? rest === share : own.length === 0 && share === 0))
      report('letter_batch', { source_id }, share, ...own.map(({ amount }) => amount));
  }
  for (const mailing of expected.filter(({ id }) => !unsettled.has(id))) {
    const found = bySource.get(mailing.id) ?? [];
    bySource.delete(mailing.id);
    const debits = found.filter((entry) => entry.type !== 'refund').map((entry) => -entry.amount);
    const refunds = found.filter((entry) => entry.type === 'refund').map((entry) => entry.amount);
    const source_id = mailing.id;
    if (!isExactly(debits, mailing.charged)) report('debit', { source_id }, mailing.charged, ...debits);
    if (!isExactly(refunds, mailing.refunded)) report('refund', { source_id }, mailing.refunded, ...refunds);
  }
  for (const [sourceId, found] of bySource)
    if (!unsettled.has(sourceId)) report('no_such_mailing', found[0]!, null, ...found.map((entry) => entry.amount));
  return differences;
}

/** What the letters of each letter batch cost together: its charge without its refund (rule MON-7). */
function sharesOf(expected: readonly ExpectedCharge[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { share } of expected)
    if (share) shares.set(share.letter_batch_id, (shares.get(share.letter_batch_id) ?? 0) + share.amount);
  return shares;
}

function isExactly(amounts: readonly number[], expected: number): boolean {
  return expected === 0 ? amounts.length === 0 : amounts.length === 1 && amounts[0] === expected;
}
