import { Problem } from '../../../core/domain/problems.ts';
import { sha256 } from '../../../core/sha256.ts';
import { type ApiMiddleware, type ApiStores, requestHeader } from '../exchange.ts';

/** Finds the account of the API key (rule REQ-5). */
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
      // The account of a revoked key is known and logged, so that customers find the program that still uses it (rule
      // DASH-15).
      if (apiKey.revoked_at !== null) throw new Problem('api_key_revoked');
    },
  };
}
