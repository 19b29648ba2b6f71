import type { RequestCounts } from '../adapters/data/accounts/request-counts.ts';
import { type AppliedLimit, dailyLimitsOf } from '../core/domain/daily-limits.ts';
import { utcDayOf } from '../core/domain/units.ts';
import { settleAll } from '../core/settle-all.ts';

export interface DailyCounts {
  requestCounts: Pick<RequestCounts, 'countInDay'>;
  now: () => number;
}

interface Counted {
  /** By whose limits it counts. */
  operation: string;
  kind: AppliedLimit['counts'];
  amount: number;
}

/**
 * Counts what an account does today, before it is done: what fails afterwards counts all the same, never the reverse.
 * @returns a limit that it would exceed (rule REQ-19), if there is one
 */
export async function countToday(
  { requestCounts, now }: DailyCounts,
  accountId: string,
  { operation, kind, amount }: Counted,
): Promise<AppliedLimit | undefined> {
  const limits = dailyLimitsOf(operation, accountId).filter(({ counts }) => counts === kind);
  const day = utcDayOf(now());
  const counted = await settleAll(
    limits.map(({ name, most }) => requestCounts.countInDay(accountId, name, day, most, amount)),
  );
  return limits.find((_, index) => counted[index] === undefined);
}
