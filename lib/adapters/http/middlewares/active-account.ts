import { Problem } from '../../../core/domain/problems.ts';
import type { ApiMiddleware } from '../exchange.ts';

/** Keeps a suspended account from creating mailings; it may still read, quote, check and cancel (rule ACC-5). */
export function activeAccount(): ApiMiddleware {
  return {
    before: ({ context: { exchange } }) => {
      if (exchange.account.suspended) throw new Problem('account_suspended');
    },
  };
}
