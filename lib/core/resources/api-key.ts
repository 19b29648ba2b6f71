import { isSandbox } from '../domain/sandbox.ts';
import type { ApiKey, ApiKeyResource, CustomerApiKeyResource } from '../schemas/api-key.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** An API key as the operator sees it: never its secret. */
export function apiKeyResource(key: ApiKey): ApiKeyResource {
  return {
    id: key.id,
    object: 'api_key',
    account_id: key.account_id,
    reference: key.reference ?? null,
    name: key.name ?? null,
    created_at: timestamp(key.created_at),
    revoked_at: timestampOrNull(key.revoked_at),
  };
}

/** An API key as the customer's dashboard shows it. */
export function customerApiKeyResource({
  id,
  account_id,
  name,
  created_by,
  created_at,
  last_used_at,
  revoked_at,
}: ApiKey & { last_used_at: number | null }): CustomerApiKeyResource {
  return {
    id,
    object: 'api_key',
    name: name ?? null,
    mode: isSandbox(account_id) ? 'test' : 'live',
    created_by: created_by ?? null,
    created_at: timestamp(created_at),
    last_used_at: timestampOrNull(last_used_at),
    revoked_at: timestampOrNull(revoked_at),
  };
}
