import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import type { UsedApiKey } from '../../core/schemas/api-key.ts';
import { settleAll } from '../../core/settle-all.ts';

/** The keys of an account and those of its sandbox, each oldest first. */
export async function listApiKeys(
  { apiKeys }: { apiKeys: Pick<ApiKeys, 'list'> },
  accountId: string,
): Promise<UsedApiKey[]> {
  return (await settleAll(idsWithSandbox(accountId).map((owner) => apiKeys.list(owner)))).flat();
}
