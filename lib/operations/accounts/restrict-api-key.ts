import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import type { KeyRestrictions, UsedApiKey } from '../../core/schemas/api-key.ts';

/**
 * Replaces what an API key of an account or of its sandbox is restricted to, immediately. What it has ordered since it
 * is restricted stays counted (rule KEY-4).
 * @param restrictions null for a key that may do everything
 * @param toResponse the call's response, committed with the change
 * @throws Problem resource_not_found when the account has no such key
 */
export async function restrictApiKey(
  { apiKeys }: { apiKeys: Pick<ApiKeys, 'restrict'> },
  accountId: string,
  keyId: string,
  restrictions: KeyRestrictions | null,
  toResponse?: (restricted: UsedApiKey) => PendingResponse,
): Promise<UsedApiKey> {
  for (const owner of idsWithSandbox(accountId)) {
    const restricted = await apiKeys.restrict(owner, keyId, restrictions, toResponse);
    if (restricted) return restricted;
  }
  throw new Problem('resource_not_found');
}
