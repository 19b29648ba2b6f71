import type { ApiKeys } from '../../adapters/data/api-keys.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';

/** The keys of an account and those of its sandbox, each oldest first. */
export async function listApiKeys(
  { apiKeys }: { apiKeys: Pick<ApiKeys, 'list'> },
  accountId: string,
): Promise<ApiKey[]> {
  return (await Promise.all(idsWithSandbox(accountId).map((owner) => apiKeys.list(owner)))).flat();
}
