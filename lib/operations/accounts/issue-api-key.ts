import type { Accounts } from '../../adapters/data/accounts.ts';
import type { ApiKeys, KeyLabels } from '../../adapters/data/api-keys.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { requireAccount } from './require-account.ts';

export interface IssueApiKeyDeps {
  accounts: Pick<Accounts, 'find'>;
  apiKeys: Pick<ApiKeys, 'issue'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Makes an API key for an account.
 * @param labels `reference` is the operator's own; one account gets one key for each reference
 * @returns the key and its secret, which cannot be read again
 * @throws Problem resource_not_found · KeyReferenceUsed
 */
export async function issueApiKey(
  { accounts, apiKeys, now, randomBytes }: IssueApiKeyDeps,
  accountId: string,
  labels: KeyLabels = {},
) {
  await requireAccount(accounts, accountId);
  return apiKeys.issue(accountId, now(), randomBytes, labels);
}
