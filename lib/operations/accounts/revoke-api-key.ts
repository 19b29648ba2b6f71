import type { ApiKeys } from '../../adapters/data/api-keys.ts';
import { Problem } from '../../core/domain/problems.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';

export interface RevokeApiKeyDeps {
  apiKeys: Pick<ApiKeys, 'list' | 'revoke'>;
  now: () => number;
}

/**
 * Revokes an API key of an account or of its sandbox, at once and for good. Revoking it again changes nothing.
 * @throws Problem resource_not_found when the account has no such key
 */
export async function revokeApiKey(
  { apiKeys, now }: RevokeApiKeyDeps,
  accountId: string,
  keyId: string,
): Promise<ApiKey> {
  for (const owner of idsWithSandbox(accountId)) {
    if (await apiKeys.revoke(owner, keyId, now())) return (await apiKeys.list(owner)).find(({ id }) => id === keyId)!;
  }
  throw new Problem('resource_not_found');
}
