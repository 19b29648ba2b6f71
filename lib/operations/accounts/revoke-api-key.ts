import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import type { UsedApiKey } from '../../core/schemas/api-key.ts';

export interface RevokeApiKeyDeps {
  apiKeys: Pick<ApiKeys, 'revoke'>;
  now: () => number;
}

/**
 * Revokes an API key of an account or of its sandbox, immediately and permanently. Revoking it again changes nothing.
 * @param toResponse the call's response, committed with the change
 * @throws Problem resource_not_found when the account has no such key
 */
export async function revokeApiKey(
  { apiKeys, now }: RevokeApiKeyDeps,
  accountId: string,
  keyId: string,
  toResponse?: (revoked: UsedApiKey) => PendingResponse,
): Promise<UsedApiKey> {
  for (const owner of idsWithSandbox(accountId)) {
    const revoked = await apiKeys.revoke(owner, keyId, now(), toResponse);
    if (revoked) return revoked;
  }
  throw new Problem('resource_not_found');
}
