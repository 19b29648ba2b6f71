import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DailyCount } from '../../../core/domain/daily-limits.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { countUpTo } from '../table/counters.ts';
import { dayCountKey, requestCountKey } from '../table/keys.ts';
import { epochSeconds, type Table } from '../table/table.ts';

/** A count is needed for one second; the rest allows for clock differences. */
const KEPT_SECONDS = 60;

/** Requests of an account or a person, counted by the second (rules REQ-10 and DASH-12) and by the day (REQ-19). */
export function openRequestCounts(table: Table) {
  return {
    /**
     * Counts one request, unless the second is full.
     * @param second epoch seconds
     * @returns the count including this request, or undefined when the limit was reached
     */
    count: (whose: string, second: number, limit: number): Promise<number | undefined> =>
      countUpTo(table, requestCountKey(whose, second), {
        kind: 'request_count',
        limit,
        expiresAt: second + KEPT_SECONDS,
      }),

    /**
     * Counts one of what an account or a person may do so often in a day, or so many bytes of it.
     * @param day whole days since the epoch
     * @returns the count including this, or undefined when it would exceed the limit
     */
    countInDay: (
      whose: string,
      name: DailyCount,
      day: number,
      limit: number,
      amount?: number,
    ): Promise<number | undefined> =>
      countUpTo(table, dayCountKey(whose, name, day), {
        kind: 'request_count',
        limit,
        amount,
        expiresAt: epochSeconds((day + 1) * DAY_MS) + KEPT_SECONDS,
      }),

    /** How many were counted in a day; those of the last instant may be missing. */
    countedInDay: async (accountId: string, name: DailyCount, day: number): Promise<number> => {
      const Key = dayCountKey(accountId, name, day);
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
      return (Item?.count as number | undefined) ?? 0;
    },
  };
}

export type RequestCounts = ReturnType<typeof openRequestCounts>;
