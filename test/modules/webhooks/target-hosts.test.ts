import { expect, test } from '@jest/globals';
import type { TargetHosts } from '../../../lib/adapters/data/webhooks/target-hosts.ts';
import type { PostOutcome } from '../../../lib/adapters/webhooks/sender.ts';
import { hostLimits, newHost, type TargetHost } from '../../../lib/core/domain/target-hosts.ts';
import { inVirtualTime } from '../../support/virtual-time.ts';
import { answered } from './support/cloud.ts';
import { openDispatcher } from './support/dispatcher.ts';
import { percentile, Stopwatch } from './support/neighbors.ts';

/** Fifty endpoints of as many accounts name one host (rule HOOK-13), with the real dispatcher in virtual time. */

const ENDPOINTS = 50;
const EVENTS = 10;

/** The store of hosts in memory, with its conditions. */
function hostsInMemory(): TargetHosts & { rateOf: (host: string) => number } {
  const rows = new Map<string, TargetHost>();
  const changed = new Map<string, number>();
  const calls = new Map<string, number>();
  const find = (host: string) => rows.get(host) ?? newHost;
  return {
    rateOf: (host) => find(host).rate,
    find: async (host) => find(host),
    note: async (host, endpointId) => {
      rows.set(host, { ...find(host), endpoints: new Set([...find(host).endpoints, endpointId]) });
      return find(host);
    },
    take: async (host, second, places, rate) => {
      const taken = calls.get(`${host} ${second}`) ?? 0;
      if (taken + places > rate) return false;
      calls.set(`${host} ${second}`, taken + places);
      return true;
    },
    setRate: async (host, rate, now) => {
      if ((changed.get(host) ?? -Infinity) > now - hostLimits.changeEvery) return;
      changed.set(host, now);
      rows.set(host, { ...find(host), rate });
    },
  };
}

interface Flood {
  /** The answer of the common host. */
  answer: (call: number) => PostOutcome;
  seconds: number;
}

/** Sends events to the common host and to another one, and reports what both saw. */
function flood({ answer, seconds }: Flood) {
  return inVirtualTime(async ({ pass }) => {
    const hosts = hostsInMemory();
    const bySecond = new Map<number, number>();
    const healthy = new Stopwatch();
    const delivered = new Set<string>();
    let calls = 0;
    const dispatcher = openDispatcher({
      body: '{}',
      hosts,
      onDelivered: (id) => {
        delivered.add(id);
        healthy.end(id);
      },
      send: async ({ url }) => {
        if (new URL(url).host === 'victim.example.com') {
          const second = Math.floor(Date.now() / 1000);
          bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 20));
          return answer(calls++);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
        return answered(200);
      },
    });
    const aimed: string[] = [];
    // Each endpoint has called once, so that its host knows it.
    for (let index = 0; index < ENDPOINTS; index++) {
      dispatcher.addEndpoint(`aimed_${index}`, 'https://victim.example.com/');
      await hosts.note('victim.example.com', `aimed_${index}`, Date.now());
    }
    dispatcher.addEndpoint('other', 'https://other.example.com/');
    for (let index = 0; index < ENDPOINTS * EVENTS; index++)
      aimed.push(dispatcher.publish(`aimed_${index % ENDPOINTS}`));
    for (let second = 0; second < seconds; second++) {
      for (let count = 0; count < 5; count++) {
        healthy.begin(dispatcher.publish('other'));
        await pass(200);
      }
    }
    const missing = aimed.filter((id) => !delivered.has(id)).length;
    dispatcher.stop();
    return {
      bySecond: [...bySecond.values()],
      missing,
      healthy: healthy.latencies(),
      rate: hosts.rateOf('victim.example.com'),
    };
  });
}

test('a host that answers gets at most its rate, which grows; all arrive, and another host waits for nothing', async () => {
  const { bySecond, missing, healthy } = await flood({ answer: () => answered(200), seconds: 40 });
  expect(missing).toBe(0);
  expect(bySecond[0]).toBeLessThanOrEqual(hostLimits.start);
  for (const [index, calls] of bySecond.entries())
    expect(calls).toBeLessThanOrEqual(Math.ceil(hostLimits.start * 1.1 ** index) + 1);
  expect(Math.max(...bySecond)).toBeGreaterThan(hostLimits.start);
  expect(percentile(healthy, 99)).toBeLessThanOrEqual(200);
});

test('a host that answers 503 gets half as many each second, down to one', async () => {
  const { bySecond, rate } = await flood({ answer: () => answered(503), seconds: 20 });
  expect(rate).toBe(hostLimits.least);
  expect(Math.max(...bySecond)).toBeLessThanOrEqual(hostLimits.start);
  expect(Math.max(...bySecond.slice(10))).toBeLessThanOrEqual(2);
});
