import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { settleAll } from '../../../core/settle-all.ts';
import { sha256Bytes } from '../../../core/sha256.ts';
import { countUpTo } from '../table/counters.ts';
import { pageTriesKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Tries are counted in windows of ten minutes. */
export const WINDOW_SECONDS = 600;

/**
 * Limits per window. Five wrong codes lock a verification, so more tries on one link come from a machine. One network
 * address may serve a whole office or a mobile operator's customers. Misses are requests for pages that do not exist:
 * people mistype addresses now and then, machines guess them.
 */
export const LIMITS = { page: 20, address: 100, misses: 50 } as const;

/** Tries on hosted pages, counted by link and by network address, to stop machines. */
export function openPageTries(table: Table) {
  return {
    /**
     * Counts one try.
     * @param address of the network; kept only as a hash, and only for the window
     * @returns undefined, or the seconds until the next window when there were too many
     */
    take: async (pageToken: string, address: string | null, now: number): Promise<number | undefined> => {
      const { window, ends, secondsLeft } = windowOf(now);
      const count = (subject: string, limit: number) =>
        countUpTo(table, pageTriesKey(subject, window), { kind: 'page_tries', limit, expiresAt: ends });
      const counts = [
        count(`PAGE#${pageToken}`, LIMITS.page),
        ...(address === null ? [] : [count(`ADDRESS#${hashOf(address, window)}`, LIMITS.address)]),
      ];
      return (await settleAll(counts)).includes(undefined) ? secondsLeft : undefined;
    },

    /** The same for a look-up of an authenticity number: a copied number may stand on many letters, so only by network. */
    takeLookUp: async (address: string | null, now: number): Promise<number | undefined> => {
      if (address === null) return undefined;
      const { window, ends, secondsLeft } = windowOf(now);
      const key = pageTriesKey(`ADDRESS#${hashOf(address, window)}`, window);
      const counted = await countUpTo(table, key, { kind: 'page_tries', limit: LIMITS.address, expiresAt: ends });
      return counted === undefined ? secondsLeft : undefined;
    },

    /** Counts a network's request for a page that does not exist. */
    countMiss: async (address: string | null, now: number): Promise<void> => {
      if (address === null) return;
      const { window, ends } = windowOf(now);
      await countUpTo(table, missesKey(address, window), { kind: 'page_tries', limit: LIMITS.misses, expiresAt: ends });
    },

    /** Seconds to wait for a network that requested too many pages that do not exist; undefined for others. */
    waitAfterMisses: async (address: string | null, now: number): Promise<number | undefined> => {
      if (address === null) return undefined;
      const { window, secondsLeft } = windowOf(now);
      const Key = missesKey(address, window);
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return Item && Item.count >= LIMITS.misses ? secondsLeft : undefined;
    },
  };
}

export type PageTries = ReturnType<typeof openPageTries>;

function windowOf(now: number) {
  const second = Math.floor(now / 1000);
  const window = Math.floor(second / WINDOW_SECONDS);
  const ends = (window + 1) * WINDOW_SECONDS;
  return { window, ends, secondsLeft: ends - second };
}

const missesKey = (address: string, window: number) => pageTriesKey(`MISSES#${hashOf(address, window)}`, window);

/** Differs in each window. */
function hashOf(address: string, window: number): string {
  return sha256Bytes(`${window} ${address}`).toString('base64url');
}
