import type { ApiKeys } from '../../adapters/data/api-keys.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';
import { listApiKeys } from './list-api-keys.ts';

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
  const find = async () => (await listApiKeys({ apiKeys }, accountId)).find(({ id }) => id === keyId);
  const key = await find();
  if (!key) throw new Problem('resource_not_found');
  await apiKeys.revoke(key.account_id, keyId, now());
  return (await find())!;
}
