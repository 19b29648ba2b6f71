import { spentInDay } from '../domain/key-restrictions.ts';
import { isSandbox } from '../domain/sandbox.ts';
import type {
  ApiKeyResource,
  CustomerApiKeyResource,
  KeyRestrictions,
  KeySpending,
  UsedApiKey,
} from '../schemas/api-key.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

const restrictionsResource = (restrictions: KeyRestrictions | null | undefined) =>
  restrictions ? { ...restrictions, expires_at: timestampOrNull(restrictions.expires_at) } : null;

const spendingResource = (spending: KeySpending | null, now: number) =>
  spending && { total: spending.spent, today: spentInDay(spending, now) };

/** An API key as the operator sees it: never its secret. @param now epoch milliseconds */
export function apiKeyResource(key: UsedApiKey, now: number): ApiKeyResource {
  return {
    id: key.id,
    object: 'api_key',
    account_id: key.account_id,
    reference: key.reference ?? null,
    name: key.name ?? null,
    created_at: timestamp(key.created_at),
    revoked_at: timestampOrNull(key.revoked_at),
    restrictions: restrictionsResource(key.restrictions),
    spending: spendingResource(key.spending, now),
  };
}

/** An API key as the customer's dashboard shows it. @param now epoch milliseconds */
export function customerApiKeyResource(key: UsedApiKey, now: number): CustomerApiKeyResource {
  const { id, account_id, name, created_by, created_at, last_used_at, revoked_at, restrictions, spending } = key;
  return {
    id,
    object: 'api_key',
    name: name ?? null,
    mode: isSandbox(account_id) ? 'test' : 'live',
    created_by: created_by ?? null,
    created_at: timestamp(created_at),
    last_used_at: timestampOrNull(last_used_at),
    revoked_at: timestampOrNull(revoked_at),
    restrictions: restrictionsResource(restrictions),
    spending: spendingResource(spending, now),
  };
}
