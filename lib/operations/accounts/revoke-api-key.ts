import type { ApiKeys } from '../../adapters/data/api-keys.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';

export interface RevokeApiKeyDeps {
  apiKeys: Pick<ApiKeys, 'list' | 'revoke'>;
  now: () => number;
}

/**
 * Revokes an API key at once and for good. Revoking it again changes nothing.
 * @throws Problem resource_not_found when the account has no such key
 */
export async function revokeApiKey(
  { apiKeys, now }: RevokeApiKeyDeps,
  accountId: string,
  keyId: string,
): Promise<ApiKey> {
  await apiKeys.revoke(accountId, keyId, now());
  const key = (await apiKeys.list(accountId)).find(({ id }) => id === keyId);
  if (!key) throw new Problem('resource_not_found');
  return key;
}
