import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { Problem } from '../../core/domain/problems.ts';

/** @throws Problem resource_not_found */
export async function requireAccount(accounts: Pick<Accounts, 'find'>, accountId: string): Promise<Account> {
  const account = await accounts.find(accountId);
  if (!account) throw new Problem('resource_not_found');
  return account;
}
