import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Account } from '../../core/domain/accounts.ts';
import type { AddressInput } from '../../core/domain/addresses.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import { completeOrdered } from '../mailings/mailing-order.ts';

export interface SetDefaultSenderDeps {
  accounts: Pick<Accounts, 'set'>;
  directory: Pick<PostalCodeDirectory, 'find'>;
}

/**
 * Sets the default sender of letters. Existing letters keep theirs.
 * @throws Problem invalid_parameters for an address that cannot be completed or printed · resource_not_found
 */
export async function setDefaultSender(
  { accounts, directory }: SetDefaultSenderDeps,
  accountId: string,
  sender: AddressInput,
): Promise<Account> {
  const details: Detail[] = [];
  const address = completeOrdered({ directory }, sender, 'default_sender', details);
  if (!address) throw Problem.invalid(details);
  const account = await accounts.set(accountId, { default_sender: address });
  if (!account) throw new Problem('resource_not_found');
  return account;
}
