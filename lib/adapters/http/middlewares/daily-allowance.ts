import { type AppliedLimit, dailyLimitExceeded, dailyLimitsOf } from '../../../core/domain/daily-limits.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { utcDayOf } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { describeFailure } from '../../net/failure.ts';
import type { ApiContext, ApiMiddleware, ApiStores } from '../exchange.ts';
import { type RequestLog } from '../request-log.ts';

interface DailyAllowanceOptions extends Pick<ApiStores, 'requestCounts'> {
  operation: string;
  log: RequestLog;
}

/**
 * Limits what an account may do in a day without paying for it (rule REQ-19). It is inside of idempotency, so that a
 * replayed response counts nothing. Operations without such a limit cost no call.
 */
export function dailyAllowance({ requestCounts, operation, log }: DailyAllowanceOptions): ApiMiddleware {
  const begun = new WeakMap<ApiContext, readonly AppliedLimit[]>();
  return {
    before: async ({ context }) => {
      const { accountId, now, person, refusedToday } = context.exchange;
      const limits = dailyLimitsOf(operation, accountId).filter(
        ({ counts }) => counts === 'calls' || counts === 'refusals',
      );
      const mayGoOn = await settleAll(
        limits.map(async ({ name, most, counts, ofEachPerson }) => {
          if (counts === 'refusals') return refusedToday.get(name)! < most;
          const whose = (ofEachPerson && person?.id) || accountId;
          return (await requestCounts.countInDay(whose, name, utcDayOf(now), most)) !== undefined;
        }),
      );
      if (mayGoOn.includes(false)) throw dailyLimitExceeded(now);
      begun.set(context, limits);
    },
    onError: async ({ context, error }) => {
      const { accountId, now, requestId } = context.exchange;
      if (!(error instanceof Problem) || ['internal_error', 'service_unavailable'].includes(error.code)) return;
      const refused = (begun.get(context) ?? []).filter(({ counts }) => counts === 'refusals');
      const counting = refused.map(({ name, most }) => requestCounts.countInDay(accountId, name, utcDayOf(now), most));
      // The answer is the refusal, counted or not.
      await settleAll(counting).catch((failure: unknown) => {
        log.error('a refused order was not counted', { request_id: requestId, failure: describeFailure(failure) });
      });
    },
  };
}
