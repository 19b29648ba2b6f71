import type { ApiMiddleware, ApiStores } from '../exchange.ts';

/** Reads the account of the key. A key without one is a fault of ours. */
export function accountLoading({ accounts }: Pick<ApiStores, 'accounts'>): ApiMiddleware {
  return {
    before: async ({ context: { exchange } }) => {
      const account = await accounts.find(exchange.accountId);
      if (!account) throw new Error(`API key ${exchange.apiKeyId} belongs to no account`);
      exchange.account = account;
    },
  };
}
