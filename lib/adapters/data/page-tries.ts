import { createHash } from 'node:crypto';
import { countUpTo } from './counters.ts';
import { pageTriesKey } from './keys.ts';
import type { Table } from './table.ts';

/** Tries are counted in windows of ten minutes. */
const WINDOW_SECONDS = 600;

/**
 * Tries in one window. Five wrong codes lock a verification, so more tries on one link come from a machine; behind one
 * network address there may be a whole office, or a mobile operator's customers.
 */
const LIMITS = { page: 20, address: 100 } as const;

/** Tries on hosted pages, counted by link and by network address, so that neither can be tried at a machine's pace. */
export function openPageTries(table: Table) {
  return {
    /**
     * Counts one try.
     * @param address of the network; it is kept as a hash, for the window alone
     * @returns undefined, or the seconds until the next window when there were too many
     */
    take: async (pageToken: string, address: string | null, now: number): Promise<number | undefined> => {
      const second = Math.floor(now / 1000);
      const window = Math.floor(second / WINDOW_SECONDS);
      const ends = (window + 1) * WINDOW_SECONDS;
      const count = (subject: string, limit: number) =>
        countUpTo(table, pageTriesKey(subject, window), { kind: 'page_tries', limit, expiresAt: ends });
      const counts = [
        count(`PAGE#${pageToken}`, LIMITS.page),
        ...(address === null ? [] : [count(`ADDRESS#${hashOf(address, window)}`, LIMITS.address)]),
      ];
      return (await Promise.all(counts)).includes(undefined) ? ends - second : undefined;
    },
  };
}

export type PageTries = ReturnType<typeof openPageTries>;

/** Another one in each window. */
function hashOf(address: string, window: number): string {
  return createHash('sha256').update(`${window} ${address}`).digest('base64url');
}
