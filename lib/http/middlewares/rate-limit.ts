import { Problem } from '../../domain/problems.ts';
import type { ApiMiddleware, ApiStores } from '../exchange.ts';
import { RATE_LIMIT } from '../reply.ts';

/** Lets through exactly 50 requests a second of an account, all its keys together (spec, Limits). */
export function rateLimit({ requestCounts }: Pick<ApiStores, 'requestCounts'>): ApiMiddleware {
  return {
    before: async ({ context: { exchange } }) => {
      const count = await requestCounts.count(exchange.accountId, Math.floor(exchange.now / 1000), RATE_LIMIT);
      exchange.rateRemaining = RATE_LIMIT - (count ?? RATE_LIMIT);
      if (count === undefined) throw new Problem('rate_limit_exceeded');
    },
  };
}
