import { requireOperation } from '../../../core/domain/key-restrictions.ts';
import type { ApiMiddleware } from '../exchange.ts';

/** Rejects what a restricted key may not do (rule KEY-2); the request has counted for the rate. */
export function keyOperations({ operation }: { operation: string }): ApiMiddleware {
  return {
    before: ({ context: { exchange } }) => {
      requireOperation(exchange.restrictions, operation);
    },
  };
}
