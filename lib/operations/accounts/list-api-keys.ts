import type { ApiKeys } from '../../adapters/data/api-keys.ts';
import { isSandbox, sandboxIdOf } from '../../core/domain/sandbox.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';

/** The keys of an account and those of its sandbox, each oldest first. */
export async function listApiKeys(
  { apiKeys }: { apiKeys: Pick<ApiKeys, 'list'> },
  accountId: string,
): Promise<ApiKey[]> {
  const owners = isSandbox(accountId) ? [accountId] : [accountId, sandboxIdOf(accountId)];
  return (await Promise.all(owners.map((owner) => apiKeys.list(owner)))).flat();
}
