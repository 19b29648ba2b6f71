import type { ApiKeys, UsedApiKey } from '../../adapters/data/api-keys.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';

/** The keys of an account and those of its sandbox, each oldest first. */
export async function listApiKeys(
  { apiKeys }: { apiKeys: Pick<ApiKeys, 'list'> },
  accountId: string,
): Promise<UsedApiKey[]> {
  return (await Promise.all(idsWithSandbox(accountId).map((owner) => apiKeys.list(owner)))).flat();
}
