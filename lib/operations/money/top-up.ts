import type { Accounts } from '../../adapters/data/accounts.ts';
import type { Payments } from '../../adapters/data/payments.ts';
import type { LedgerEntry } from '../../core/domain/ledger.ts';
import { requireAccount } from '../accounts/require-account.ts';

export interface TopUpDeps {
  accounts: Pick<Accounts, 'find'>;
  payments: Pick<Payments, 'book'>;
}

export interface Payment {
  /** The bank's identifier of the payment, e.g. the end-to-end id of a Pix. */
  id: string;
  /** Centavos. */
  amount: number;
  /** The customer reads it in the statement. */
  reason: string;
}

/**
 * Adds a payment to an account's balance, once: booking the same payment again changes nothing, on whatever account.
 * @returns undefined when the payment was booked before
 * @throws Problem resource_not_found
 */
export async function topUp(
  { accounts, payments }: TopUpDeps,
  accountId: string,
  { id, amount, reason }: Payment,
): Promise<LedgerEntry | undefined> {
  await requireAccount(accounts, accountId);
  const move = { account_id: accountId, type: 'top_up' as const, amount, source_id: id, description: reason };
  return payments.book(move, id);
}
