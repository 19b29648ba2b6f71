import type { LetterBatchPart, LetterBatchQuote, LetterBatchSlice } from '../schemas/letter-batch.ts';
import type { MailMerge } from '../schemas/mail-merge.ts';
import { LETTER_BATCH_DAYS, LETTER_BATCH_ROWS, SANDBOX_LETTER_BATCH_ROWS } from './letter-batch-limits.ts';
import { type Tally, tallyOf } from './mail-merges.ts';
import type { Detail } from './problems.ts';
import { isSandbox } from './sandbox.ts';
import { DAY_MS } from './units.ts';

/** A row as it was sent, or why it cannot be read. */
export interface SentRow {
  /** Its line in the file, from 1. */
  line: number;
  /** JSON that `POST /letters` would take, but for the document. */
  json?: string;
  problems?: Detail[];
}

/** A mail merge that was ordered as a letter batch. */
export type LetterBatch = MailMerge & { batch: LetterBatchPart };

export const isLetterBatch = (mailMerge: MailMerge): mailMerge is LetterBatch => mailMerge.batch !== undefined;

/** The most rows that a letter batch of an account may have. */
export const mostRows = (accountId: string): number =>
  isSandbox(accountId) ? SANDBOX_LETTER_BATCH_ROWS : LETTER_BATCH_ROWS;

/** Whether it can no longer be quoted or confirmed. */
export const hasBatchExpired = ({ created_at }: Pick<MailMerge, 'created_at'>, now: number): boolean =>
  now >= created_at + LETTER_BATCH_DAYS * DAY_MS;

/** Equal for equal prices: a stored price has its fields in any order. */
const keyOf = ({ total, items }: LetterBatchQuote['prices'][number]['price']): string =>
  [total, ...items.map(({ type, quantity, unit_amount }) => `${type} ${quantity} ${unit_amount}`)].join(', ');

/** The offer of a letter batch whose slices are all checked: its letters by price, cheapest first (rule LBT-5). */
export function offerOf(
  { rows }: Pick<LetterBatch, 'rows'>,
  slices: readonly LetterBatchSlice[],
): Omit<LetterBatchQuote, 'hash'> {
  const byPrice = new Map<string, LetterBatchQuote['prices'][number]>();
  for (const { price, rows: own } of slices.flatMap(({ offers }) => offers)) {
    const key = keyOf(price);
    const known = byPrice.get(key) ?? { price, letters: 0, amount: 0 };
    byPrice.set(key, {
      price,
      letters: known.letters + own.length,
      amount: known.amount + own.length * price.total,
    });
  }
  const prices = Array.from(byPrice)
    .sort(([a, one], [b, other]) => one.price.total - other.price.total || (a < b ? -1 : 1))
    .map(([, found]) => found);
  const letters = prices.reduce((sum, found) => sum + found.letters, 0);
  return {
    letters,
    refused: rows - letters,
    total: prices.reduce((sum, { amount }) => sum + amount, 0),
    prices,
  };
}

/** The sum of the slices' results, for progress and for the end. Slices without work so far count their refusals. */
export function tallyOfSlices(slices: readonly LetterBatchSlice[]): Tally {
  const sum = tallyOf([]);
  for (const { tally, refused } of slices) {
    const counted = tally ?? { ...tallyOf([]), refused };
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += counted[name];
  }
  return sum;
}

/**
 * Whether a slice needs no more work: each of its rows has a result, and while the batch is being canceled, none that may
 * still be canceled.
 */
export function isSettled({ first, last, tally }: LetterBatchSlice, isCanceling: boolean): boolean {
  if (!tally) return false;
  const { total: _, ...counts } = tally;
  const results = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return results === last - first + 1 && (!isCanceling || counts.created === 0);
}

/** The charged money of rows that got no letter, in centavos (rule LBT-8). Canceled letters were refunded one by one. */
export const restOf = ({ batch }: LetterBatch, slices: readonly LetterBatchSlice[]): number =>
  batch.charged - (batch.charged === 0 ? 0 : slices.reduce((sum, { made }) => sum + (made ?? 0), 0));
