import { RATE_LIMIT } from '../../../core/domain/accounts.ts';
import { createId, type RandomBytes } from '../../../core/domain/ids.ts';
import { type ApiMiddleware, type Exchange, requestHeader } from '../exchange.ts';
import { localeOf } from '../locale.ts';

/** Gives the request its id, its instant and the language of its messages. */
export function opening({ clock, randomBytes }: { clock: () => number; randomBytes: RandomBytes }): ApiMiddleware {
  return {
    before: ({ event, context }) => {
      const now = clock();
      const opened: Partial<Exchange> = {
        requestId: createId('request', now, randomBytes),
        now,
        locale: localeOf(requestHeader(event, 'accept-language')),
        // Shown until the account is known (rule REQ-9).
        rateRemaining: RATE_LIMIT,
        violations: [],
        replayed: false,
      };
      context.exchange = opened as Exchange;
    },
  };
}
