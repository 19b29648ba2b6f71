import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Payments } from '../../adapters/data/money/payments.ts';
import type { LedgerEntry } from '../../core/domain/ledger.ts';
import { requireAccount } from '../accounts/require-account.ts';

export interface TopUpDeps {
  accounts: Pick<Accounts, 'find'>;
  payments: Pick<Payments, 'book' | 'find'>;
}

export interface Payment {
  /** The bank's identifier of the payment, e.g. the end-to-end id of a Pix. */
  id: string;
  /** Centavos. */
  amount: number;
  /** Shown to the customer in the statement. */
  reason: string;
}

/** The payment was already booked, to another account or with another amount. */
export class PaymentBooked extends Error {
  readonly entry: LedgerEntry;

  constructor(entry: LedgerEntry) {
    super('the payment was booked before');
    this.name = 'PaymentBooked';
    this.entry = entry;
  }
}

/**
 * Adds a payment to an account's balance, once: booking the same payment again changes nothing, on any account.
 * @returns the entry of this or of the earlier call
 * @throws Problem resource_not_found · PaymentBooked if it was booked to another account or with another amount
 */
export async function topUp(
  { accounts, payments }: TopUpDeps,
  accountId: string,
  { id, amount, reason }: Payment,
): Promise<{ entry: LedgerEntry; alreadyDone: boolean }> {
  await requireAccount(accounts, accountId);
  const move = { account_id: accountId, type: 'top_up' as const, amount, source_id: id, description: reason };
  const booked = await payments.book(move, id);
  if (booked) return { entry: booked, alreadyDone: false };
  const { entry } = (await payments.find(id))!;
  if (entry.account_id !== accountId || entry.amount !== amount) throw new PaymentBooked(entry);
  return { entry, alreadyDone: true };
}
