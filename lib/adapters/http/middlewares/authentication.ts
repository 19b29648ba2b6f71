import { hasExpired } from '../../../core/domain/key-restrictions.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { sha256 } from '../../../core/sha256.ts';
import { type ApiMiddleware, type ApiStores, requestHeader } from '../exchange.ts';

/** Finds the account of the API key and what the key is restricted to (rules REQ-5 and KEY-1). */
export function authentication({ apiKeys }: Pick<ApiStores, 'apiKeys'>): ApiMiddleware {
  return {
    before: async ({ event, context }) => {
      const authorization = requestHeader(event, 'authorization')?.trim();
      if (!authorization) throw new Problem('api_key_missing');
      const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      const apiKey = secret === undefined ? undefined : await apiKeys.find(sha256(secret));
      if (!apiKey) throw new Problem('api_key_invalid');
      context.exchange.accountId = apiKey.account_id;
      context.exchange.apiKeyId = apiKey.id;
      context.exchange.restrictions = apiKey.restrictions ?? undefined;
      // The account of a revoked key is known and logged, so that customers find the program that still uses it (rule
      // DASH-15).
      if (apiKey.revoked_at !== null) throw new Problem('api_key_revoked');
      if (hasExpired(apiKey.restrictions, context.exchange.now)) throw new Problem('api_key_expired');
    },
  };
}
