import type { Accounts } from '../../adapters/data/accounts.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type AddressInput, completeAddress, normalizePostalCode } from '../../core/domain/addresses.ts';
import { Problem } from '../../core/domain/problems.ts';

export interface SetDefaultSenderDeps {
  accounts: Pick<Accounts, 'set'>;
  directory: Pick<PostalCodeDirectory, 'find'>;
}

/**
 * Sets the sender of letters that name none. Letters that exist keep theirs.
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function setDefaultSender(
  { accounts, directory }: SetDefaultSenderDeps,
  accountId: string,
  sender: AddressInput,
): Promise<Account> {
  const digits = normalizePostalCode(sender.postal_code);
  const entry = digits === undefined ? undefined : directory.find(digits);
  const { address, details } = completeAddress(sender, entry, 'default_sender');
  if (!address) throw Problem.invalid(details);
  const account = await accounts.set(accountId, { default_sender: address });
  if (!account) throw new Problem('resource_not_found');
  return account;
}
