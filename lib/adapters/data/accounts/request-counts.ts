import { countUpTo } from '../table/counters.ts';
import { requestCountKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** A count is needed for one second; the rest allows for clock differences. */
const KEPT_SECONDS = 60;

/** Requests of an account or a person, counted by the second (rules REQ-10 and DASH-12). */
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
  };
}
