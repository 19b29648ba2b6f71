import type { Accounts } from '../../adapters/data/accounts.ts';
import type { Ledger } from '../../adapters/data/ledger.ts';
import type { LedgerEntry } from '../../core/domain/ledger.ts';
import { requireAccount } from '../accounts/require-account.ts';

export interface CorrectBalanceDeps {
  accounts: Pick<Accounts, 'find'>;
  ledger: Pick<Ledger, 'move'>;
}

export interface Correction {
  /** A credit is a kindness, an adjustment sets right what was booked wrongly. */
  type: 'credit' | 'adjustment';
  /** Centavos, negative to take away; only an adjustment may, and it may leave a debt. */
  amount: number;
  /** The customer reads it in the statement. */
  reason: string;
}

/** @throws Problem resource_not_found · insufficient_balance for a credit below zero that the balance does not cover */
export async function correctBalance(
  { accounts, ledger }: CorrectBalanceDeps,
  accountId: string,
  { type, amount, reason }: Correction,
): Promise<LedgerEntry> {
  await requireAccount(accounts, accountId);
  return ledger.move({ account_id: accountId, type, amount, source_id: null, description: reason });
}
