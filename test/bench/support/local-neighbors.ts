import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../modules/webhooks/support/neighbors.ts';
import type { ReceiverOptions } from './receiver-process.ts';
import { type ReceiverProcess, startReceiver } from './receivers.ts';
import { type SubscribedAccount, withLocalCloud } from './subscribed-account.ts';

/** Each account has the maximum number of endpoints, so one event makes that many deliveries. */
const ENDPOINTS_EACH = 10;
const HEALTHY_ACCOUNTS = 20;
/** Twenty of them for the fast lane, with room for four times as many endpoints as hang. */
const WORKERS = 24;
const PATIENCE_MS = 60_000;
/** Time for a first burst to start the functions: two cores start 24 of them in about five seconds. */
const WARM_MS = 15_000;

/** Accounts besides the healthy ones, ten endpoints each, and what their receiver does. */
export interface LocalNeighbors {
  accounts: number;
  receiver: ReceiverOptions;
}

/** Commits events of healthy accounts and of their neighbors. */
export type Traffic = (healthy: readonly SubscribedAccount[], others: readonly SubscribedAccount[]) => Promise<void>;

/** This many events of each account at the same instant. */
export const burstOf =
  (events: number): Traffic =>
  async (healthy, others) => {
    const accounts = [...others, ...healthy];
    for (let event = 0; event < events; event++) await Promise.all(accounts.map((account) => account.commit()));
  };

/** This many events a second of all healthy accounts together and of all others together, for `seconds`. */
export const steadyTraffic =
  (rates: { healthy: number; others: number }, seconds: number): Traffic =>
  async (healthy, others) => {
    const started = performance.now();
    const flow = async (accounts: readonly SubscribedAccount[], rate: number) => {
      if (accounts.length === 0) return;
      const commits: Promise<void>[] = [];
      for (let count = 0; count < rate * seconds; count++) {
        await sleep(Math.max(0, started + (count * 1000) / rate - performance.now()));
        commits.push(accounts[count % accounts.length]!.commit());
      }
      await Promise.all(commits);
    };
    await Promise.all([flow(healthy, rates.healthy), flow(others, rates.others)]);
  };

/**
 * 200 healthy endpoints of 20 accounts next to others, through the whole local cloud, starting at the commit.
 * @returns p99 from commit to arrival in milliseconds, and the share of healthy deliveries that arrived
 */
export async function besideOnLocalCloud(
  { accounts, receiver }: LocalNeighbors,
  traffic: Traffic,
): Promise<{ p99: number; arrived: number }> {
  const healthy = await startReceiver({ answersAfter: 100 });
  const others = await startReceiver(receiver);
  try {
    return await withLocalCloud({ workersPerFunction: WORKERS }, async ({ openAccount }) => {
      const open = (count: number, { url }: ReceiverProcess) =>
        Promise.all(
          Array.from({ length: count }, () => openAccount('letter.posted', Array<string>(ENDPOINTS_EACH).fill(url))),
        );
      const mine = await open(HEALTHY_ACCOUNTS, healthy);
      const theirs = await open(accounts, others);
      await burstOf(2)(mine, []);
      await sleep(WARM_MS);
      for (const account of mine) account.committed.clear();

      await traffic(mine, theirs);
      const committed = new Map(mine.flatMap((account) => [...account.committed]));
      const wanted = committed.size * ENDPOINTS_EACH;
      const latencies: number[] = [];
      const until = performance.now() + PATIENCE_MS;
      while (latencies.length < wanted && performance.now() < until) {
        await sleep(250);
        for (const [eventId, at] of await healthy.arrivals()) {
          const since = committed.get(eventId);
          if (since !== undefined) latencies.push(at - since);
        }
      }
      return { p99: percentile(latencies, 99), arrived: latencies.length / wanted };
    });
  } finally {
    await Promise.all([healthy.stop(), others.stop()]);
  }
}
