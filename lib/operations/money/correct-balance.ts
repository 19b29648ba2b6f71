import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Corrections } from '../../adapters/data/money/corrections.ts';
import type { LedgerEntry } from '../../core/domain/ledger.ts';
import { requireAccount } from '../accounts/require-account.ts';

export interface CorrectBalanceDeps {
  accounts: Pick<Accounts, 'find'>;
  corrections: Pick<Corrections, 'make'>;
}

export interface Correction {
  /** A credit is a courtesy; an adjustment corrects a wrong entry. */
  type: 'credit' | 'adjustment';
  /** Centavos; only an adjustment may be negative, and it may leave a debt. */
  amount: number;
  /** Shown to the customer in the statement. */
  reason: string;
  /** The operator's reference, unique in the account. Null: equal corrections within 24 hours count once. */
  reference: string | null;
}

/** The reference belongs to another correction, with this entry. */
export class ReferenceUsed extends Error {
  readonly entry: LedgerEntry;

  constructor(entry: LedgerEntry) {
    super('the reference belongs to another correction');
    this.name = 'ReferenceUsed';
    this.entry = entry;
  }
}

/**
 * Corrects the balance, once: the same correction again changes nothing.
 * @returns the entry of this or of the earlier call
 * @throws Problem resource_not_found · insufficient_balance for a credit below zero that the balance does not cover ·
 *   ReferenceUsed when the reference was given to another correction
 */
export async function correctBalance(
  { accounts, corrections }: CorrectBalanceDeps,
  accountId: string,
  { type, amount, reason, reference }: Correction,
): Promise<{ entry: LedgerEntry; alreadyDone: boolean }> {
  await requireAccount(accounts, accountId);
  const move = { account_id: accountId, type, amount, source_id: null, description: reason };
  const made = await corrections.make(move, reference);
  const isSame = made.entry.type === type && made.entry.amount === amount && made.entry.description === reason;
  if (!isSame) throw new ReferenceUsed(made.entry);
  return made;
}
