import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from './receivers.ts';
import { withLocalCloud } from './subscribed-account.ts';

export interface Burst {
  events: number;
  /** Milliseconds until the receiver responds. */
  answersAfter: number;
  /** Milliseconds after which the bench gives up. */
  patience: number;
}

export interface BurstResult {
  /** Milliseconds until the last event was committed. */
  committed: number;
  /** Events that arrived, and the number of posts for them. */
  delivered: number;
  posts: number;
  /** Milliseconds from the first commit to the last event's arrival, or to the end of the patience. */
  last: number;
  /** Peak number of concurrent calls at the receiver. */
  atOnce: number;
}

const COMMITS_AT_ONCE = 20;

/** Commits events of one account at once, and delivers them through the whole local cloud to one receiver. */
export async function deliverBurst({ events, answersAfter, patience }: Burst): Promise<BurstResult> {
  const receiver = await startReceiver({ answersAfter });
  try {
    return await withLocalCloud({}, async ({ openAccount }) => {
      const { commit } = await openAccount('letter.posted', [receiver.url]);
      // The first one starts the functions.
      await commit();
      const arrivedBefore = Date.now() + 10_000;
      while ((await receiver.arrivals()).length === 0 && Date.now() < arrivedBefore) await sleep(100);

      const started = performance.timeOrigin + performance.now();
      const elapsed = () => performance.timeOrigin + performance.now() - started;
      let left = events;
      const committer = async () => {
        while (left-- > 0) await commit();
      };
      await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, committer));
      const committed = elapsed();

      const firstArrivals = new Map<string, number>();
      const all: number[] = [];
      while (firstArrivals.size < events && elapsed() < patience) {
        await sleep(250);
        for (const [eventId, at] of await receiver.arrivals()) {
          all.push(at);
          if (!firstArrivals.has(eventId)) firstArrivals.set(eventId, at - started);
        }
      }
      const last = firstArrivals.size < events ? elapsed() : Math.max(...firstArrivals.values());
      const atOnce = mostAtOnce(all, answersAfter);
      return { committed, delivered: firstArrivals.size, posts: all.length, last, atOnce };
    });
  } finally {
    await receiver.stop();
  }
}

/** Peak number of concurrent calls, each lasting as long as the receiver takes to respond. */
function mostAtOnce(arrivals: readonly number[], answersAfter: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while (sorted[first]! + answersAfter <= at) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
