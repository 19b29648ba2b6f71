import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { ApiKeys, KeyCall, KeyLabels } from '../../adapters/data/accounts/api-keys.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { isSandbox, sandboxIdOf } from '../../core/domain/sandbox.ts';
import type { ApiKeyMode } from '../../core/schemas/api-key.ts';
import { fundSandbox, type FundSandboxDeps } from './fund-sandbox.ts';
import { requireAccount } from './require-account.ts';

export interface IssueApiKeyDeps extends FundSandboxDeps {
  accounts: Pick<Accounts, 'find'>;
  apiKeys: Pick<ApiKeys, 'issue'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Creates an API key for an account.
 * @param labels `reference` is the operator's; an account has at most one key per reference
 * @param mode `test` for a key of the account's sandbox, which then gets play money
 * @returns the key and its secret, which cannot be read again
 * @throws Problem resource_not_found · KeyReferenceUsed
 */
export async function issueApiKey(
  { accounts, apiKeys, now, randomBytes, ...money }: IssueApiKeyDeps,
  accountId: string,
  labels: KeyLabels = {},
  mode: ApiKeyMode = 'live',
  call?: KeyCall,
) {
  const owner = mode === 'test' && !isSandbox(accountId) ? sandboxIdOf(accountId) : accountId;
  await requireAccount(accounts, owner);
  if (isSandbox(owner)) await fundSandbox(money, owner);
  return apiKeys.issue(owner, now(), randomBytes, labels, call);
}
