import type { ApiKey, ApiKeyResource } from '../schemas/api-key.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** An API key as those who run the service see it: never its secret. */
export function apiKeyResource(key: ApiKey): ApiKeyResource {
  return {
    id: key.id,
    object: 'api_key',
    account_id: key.account_id,
    reference: key.reference ?? null,
    created_at: timestamp(key.created_at),
    revoked_at: timestampOrNull(key.revoked_at),
  };
}
