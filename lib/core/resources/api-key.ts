import { timestamp, timestampOrNull } from './timestamps.ts';

/** An API key as those who run the service see it: never its secret. */
export function apiKeyResource(key: {
  id: string;
  account_id: string;
  reference?: string | null;
  created_at: number;
  revoked_at: number | null;
}) {
  return {
    id: key.id,
    object: 'api_key' as const,
    account_id: key.account_id,
    reference: key.reference ?? null,
    created_at: timestamp(key.created_at),
    revoked_at: timestampOrNull(key.revoked_at),
  };
}
