import { RATE_LIMIT } from '../../../core/domain/accounts.ts';
import { dailyLimitsOf } from '../../../core/domain/daily-limits.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { utcDayOf } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import type { ApiMiddleware, ApiStores } from '../exchange.ts';

/**
 * Admits exactly 50 requests a second per account, all its keys together (rule REQ-10), or per person in the dashboard
 * (rule DASH-12), and reads the account and what it was refused today (rule REQ-19). They are independent, so in parallel they
 * cost a request one round trip.
 */
export function admission(
  { requestCounts, accounts }: Pick<ApiStores, 'requestCounts' | 'accounts'>,
  operation: string,
): ApiMiddleware {
  return {
    before: async ({ context: { exchange } }) => {
      const { accountId, now } = exchange;
      const refusable = dailyLimitsOf(operation, accountId).filter(({ counts }) => counts === 'refusals');
      const [count, account, refusals] = await settleAll([
        requestCounts.count(exchange.person?.id ?? accountId, Math.floor(now / 1000), RATE_LIMIT),
        accounts.find(accountId),
        settleAll(refusable.map(({ name }) => requestCounts.countedInDay(accountId, name, utcDayOf(now)))),
      ]);
      exchange.refusedToday = new Map(refusable.map(({ name }, index) => [name, refusals[index]!]));
      exchange.rateRemaining = RATE_LIMIT - (count ?? RATE_LIMIT);
      if (count === undefined) throw new Problem('rate_limit_exceeded');
      // A key or membership of an account that does not exist is a fault of the service.
      if (!account) throw new Error(`${exchange.apiKeyId ?? exchange.person?.id} belongs to no account`);
      exchange.account = account;
    },
  };
}

/** Admits 50 requests a second per person, for requests without an account (rule DASH-12). */
export function personAdmission({ requestCounts }: Pick<ApiStores, 'requestCounts'>): ApiMiddleware {
  return {
    before: async ({ context: { exchange } }) => {
      const count = await requestCounts.count(exchange.person!.id, Math.floor(exchange.now / 1000), RATE_LIMIT);
      exchange.rateRemaining = RATE_LIMIT - (count ?? RATE_LIMIT);
      if (count === undefined) throw new Problem('rate_limit_exceeded');
    },
  };
}
