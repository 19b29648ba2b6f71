import type { AccountFields, Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { Problem } from '../../core/domain/problems.ts';
import { savedLetterProblems } from './letter-problems.ts';
import { requireAccount } from './require-account.ts';

/**
 * Changes account settings; the last write wins. A new plan prices every later charge, scheduled letters included. A suspended
 * account creates nothing, and its scheduled letters wait (rule LTR-12).
 * @throws Problem invalid_parameters for texts of the default letter that are too short, too long or unprintable ·
 *   resource_not_found
 */
export async function changeAccount(
  accounts: Pick<Accounts, 'find' | 'set'>,
  accountId: string,
  fields: Omit<AccountFields, 'trade_name' | 'default_sender'>,
): Promise<Account> {
  const { default_letter } = fields;
  if (default_letter) {
    const details = savedLetterProblems(await requireAccount(accounts, accountId), default_letter);
    if (details.length > 0) throw Problem.invalid(details);
  }
  const account = await accounts.set(accountId, fields);
  if (!account) throw new Problem('resource_not_found');
  return account;
}
