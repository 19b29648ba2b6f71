import { brasiliaDate, brasiliaInstant } from './brasilia.ts';
import type { Balance, LedgerEntry } from './ledger.ts';

/* Limits of the first screen of an account (rule DASH-20): it must cost few reads, since an open page asks each minute. */

/** Rows of each of its lists. */
export const HOME_ROWS = 6;

/** Days for which a letter that was not sent is news. */
export const HOME_DAYS = 7;

/** Cancellations among which those for lack of balance are looked for. */
export const MOST_CANCELED = 10;

/** Scheduled letters that are counted; more are as many for a person. */
export const MOST_SCHEDULED = 100;

/** Mail merges among which open ones are looked for. */
export const MOST_MAIL_MERGES = 10;

/** Verifications that wait for their code, the oldest, among which those that expire soon are looked for. */
export const MOST_AWAITING = 10;

/** Entries of each type in `paidInTypes` that are summed for a month. */
export const MOST_PAID_IN = 30;

/** Types of entries that neither charge a mailing nor refund one. */
export const paidInTypes = ['top_up', 'credit', 'adjustment'] as const;

/** The instant at which the month of an instant began in Brasília. */
export const monthStart = (now: number): number => brasiliaInstant(`${brasiliaDate(now).slice(0, 7)}-01`, '00:00');

/**
 * What an account spent since an instant, in centavos: charges without refunds. There may be a hundred thousand
 * charges, and few other entries, so it is the balance that the others would have led to, without the balance.
 * @param before the last entry before the instant, if any
 * @param paidIn every entry of `paidInTypes` since then; newer ones than the balance are not in it yet
 */
export function spentSince(
  { amount, last_entry_at }: Balance,
  before: Pick<LedgerEntry, 'balance_after'> | undefined,
  paidIn: readonly Pick<LedgerEntry, 'amount' | 'created_at'>[],
): number {
  const added = paidIn.filter(({ created_at }) => created_at <= last_entry_at);
  return added.reduce((sum, entry) => sum + entry.amount, before?.balance_after ?? 0) - amount;
}

/** How many letters of a price a balance pays for. */
export const lettersCovered = (balance: number, price: number): number => Math.max(0, Math.floor(balance / price));
