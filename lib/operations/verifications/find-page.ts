import type { Accounts } from '../../adapters/data/accounts.ts';
import type { Versioned } from '../../adapters/data/mailings.ts';
import type { Verifications } from '../../adapters/data/verifications.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { isPageToken, readTypedId } from '../../core/domain/hosted-page.ts';
import type { Verification } from '../../core/domain/verifications.ts';

export interface FindPageDeps {
  accounts: Pick<Accounts, 'find'>;
  verifications: Pick<Verifications, 'find' | 'findPage'>;
}

export interface FoundPage {
  account: Account;
  found: Versioned<Verification>;
  pageToken: string;
}

/** Finds the verification of a page by its address, which may have been typed from paper; undefined when there is none. */
export async function findPage(
  { accounts, verifications }: FindPageDeps,
  address: { accountId: string; pageToken: string },
): Promise<FoundPage | undefined> {
  const pageToken = readTypedId(address.pageToken);
  const owner = isPageToken(pageToken) ? await verifications.findPage(pageToken) : undefined;
  if (!owner || readTypedId(address.accountId) !== readTypedId(owner.account_id)) return undefined;
  const [account, found] = await Promise.all([
    accounts.find(owner.account_id),
    verifications.find(owner.account_id, owner.verification_id),
  ]);
  return account && found && { account, found, pageToken };
}
