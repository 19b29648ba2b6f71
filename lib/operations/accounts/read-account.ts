import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { concurrently } from '../concurrently.ts';
import { requireAccount } from './require-account.ts';

export interface ReadAccountDeps {
  accounts: Pick<Accounts, 'find' | 'ids'>;
  ledger: Pick<Ledger, 'balance'>;
}

export interface AccountWithBalance {
  account: Account;
  /** Centavos. */
  balance: number;
}

const READS_AT_ONCE = 16;

/** @throws Problem resource_not_found */
export async function readAccount(
  { accounts, ledger }: ReadAccountDeps,
  accountId: string,
): Promise<AccountWithBalance> {
  const account = await requireAccount(accounts, accountId);
  return { account, balance: (await ledger.balance(accountId)).amount };
}

/** Every account, oldest first. */
export async function listAccounts(deps: ReadAccountDeps): Promise<AccountWithBalance[]> {
  return concurrently(await deps.accounts.ids(), READS_AT_ONCE, (accountId) => readAccount(deps, accountId));
}
