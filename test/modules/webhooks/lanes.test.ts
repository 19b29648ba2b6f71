import { describe, expect, test } from '@jest/globals';
import type { PostOutcome } from '../../../lib/adapters/webhooks/sender.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud, timedOut } from './support/cloud.ts';

const table = useTable();
const MINUTE = 60_000;
const HANGING = 'https://hanging.example.com/';
const HEALTHY = 'https://healthy.example.com/';

/** A cloud whose hanging receiver keeps every call until `letGo`; concurrent calls are counted. */
function openWithHanging(slowAfter = 20) {
  const pending: (() => void)[] = [];
  const most = { atOnce: 0 };
  let hangs = true;
  const cloud = openCloud({
    table: table(),
    settings: { slowAfter },
    receive: ({ url }) => {
      if (url !== HANGING || !hangs) return answered(200);
      return new Promise<PostOutcome>((resolve) => {
        pending.push(() => resolve(timedOut));
        most.atOnce = Math.max(most.atOnce, pending.length);
      });
    },
  });
  return {
    cloud,
    pending,
    most,
    recover: () => (hangs = false),
    letGo: () => pending.splice(0).forEach((end) => end()),
  };
}

/** Waits for a condition, for at most the timeout of a test, so as not to continue after it. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function publish(cloud: ReturnType<typeof openCloud>, accountId: string, events: number): Promise<void> {
  for (let count = 0; count < events; count++) await cloud.notify(await cloud.event(accountId));
}

describe('a receiver that hangs', () => {
  test('has at most ten concurrent calls in the fast lane; the others wait without using an attempt', async () => {
    const { cloud, pending, most, recover, letGo } = openWithHanging(60_000);
    const { accountId } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 25);
    const handled = cloud.deliverAtOnce();
    await until(() => pending.length === deliverySettings.inFlight.fast);
    recover();
    letGo();
    await handled;
    expect(most.atOnce).toBe(10);
    const results = cloud.results.map(({ result }) => result).filter((result) => result !== 'waiting');
    expect(results.toSorted()).toEqual([...Array<string>(15).fill('delivered'), ...Array<string>(10).fill('retrying')]);
  });

  test('moves to the slow lane while its first calls are still pending, and at most five are in flight there', async () => {
    const { cloud, pending, letGo } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 1);
    const first = cloud.deliverAtOnce();
    await until(async () => (await cloud.endpoints.find(accountId, endpoint.id))!.slow_until > cloud.clock.now);
    expect(pending).toHaveLength(1);

    await publish(cloud, accountId, 8);
    letGo();
    expect(await first).toMatchObject([{ result: 'retrying' }]);
    const slow = cloud.deliverAtOnce();
    await until(() => pending.length === deliverySettings.inFlight.slow);
    letGo();
    await until(() => pending.length === 8 - deliverySettings.inFlight.slow);
    letGo();
    const results = (await slow).filter(({ result }) => result === 'retrying');
    expect(results.map(({ lane }) => lane)).toEqual(Array(8).fill('slow'));
  });

  test('occupies no slot of the fast lane: its messages there are passed on without a call', async () => {
    const { cloud, pending } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 30);
    await cloud.endpoints.set({ account_id: accountId, id: endpoint.id }, { slow_until: cloud.clock.now + MINUTE });
    const results = await cloud.deliverAtOnce();
    expect(results.map(({ result }) => result)).toEqual(Array(30).fill('waiting'));
    expect(pending).toHaveLength(0);
  });

  test('does not affect the others: a healthy endpoint gets everything at the first attempt', async () => {
    const { cloud, letGo, pending } = openWithHanging();
    const { accountId } = await cloud.account(['*'], HANGING);
    const healthy = await cloud.endpoint(accountId, ['*'], HEALTHY);
    await publish(cloud, accountId, 10);
    const handled = cloud.deliverAtOnce();
    const delivered = () =>
      cloud.results.filter(
        ({ message, result }) => message.endpoint_id === healthy.endpoint.id && result === 'delivered',
      );
    await until(() => delivered().length === 10 && pending.length > 0);
    expect(delivered().map(({ message }) => message.attempt)).toEqual(Array(10).fill(1));
    letGo();
    await handled;
  });

  test('gets everything it missed once it recovers', async () => {
    const { cloud, letGo, recover } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 12);
    const handled = cloud.deliverAtOnce();
    await until(async () => (await cloud.endpoints.find(accountId, endpoint.id))!.slow_until > 0);
    recover();
    letGo();
    await handled;
    await cloud.pass(MINUTE);
    expect(cloud.results.filter(({ result }) => result === 'delivered')).toHaveLength(12);
  });

  test('leaves the slow lane once most of its last twenty responses are quick, not with the first', async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HEALTHY);
    const until = cloud.clock.now + deliverySettings.slowFor;
    await cloud.endpoints.set(
      { account_id: accountId, id: endpoint.id },
      { slow_until: until, calls: { recent: 'G'.repeat(10), last_failure_at: cloud.clock.now } },
    );
    const slowUntilAfter = async (events: number) => {
      for (let count = 0; count < events; count++) {
        await publish(cloud, accountId, 1);
        await cloud.deliverAtOnce();
      }
      return (await cloud.endpoints.find(accountId, endpoint.id))!.slow_until;
    };
    expect(await slowUntilAfter(1)).toBe(until);
    expect(await slowUntilAfter(14)).toBe(until);
    expect(await slowUntilAfter(1)).toBe(0);
  });

  test('in one call of ten, a dead backend behind a healthy one, stays in the fast lane', async () => {
    let posts = 0;
    const dead: (() => void)[] = [];
    const cloud = openCloud({
      table: table(),
      settings: { slowAfter: 20 },
      receive: () => {
        if (++posts % 10 !== 0) return answered(200);
        return new Promise<PostOutcome>((resolve) => dead.push(() => resolve(timedOut)));
      },
    });
    const { accountId, endpoint } = await cloud.account();
    await publish(cloud, accountId, 60);
    const handled = cloud.deliverAtOnce();
    await until(() => dead.length === 6);
    dead.forEach((end) => end());
    await handled;
    const { calls, slow_until } = (await cloud.endpoints.find(accountId, endpoint.id))!;
    expect(slow_until).toBe(0);
    expect([...calls!.recent].toSorted().join('')).toMatch(/^G{6}[a-e]{54}$/);
    expect(new Set(cloud.results.map(({ lane }) => lane))).toEqual(new Set(['fast']));
  });

  test.each([
    ['to the slow lane', 0, 30],
    ['back to the fast one', Date.UTC(2100, 0), 0],
  ])('is not called again if its move %s cannot be written', async (_, slowUntil, pendingFor) => {
    let calls = 0;
    const refuse = async () => Promise.reject(new Error('InternalServerError'));
    const cloud = openCloud({
      table: table(),
      settings: { slowAfter: 10 },
      around: (deps) =>
        'endpoints' in deps ? { ...deps, endpoints: { ...(deps.endpoints as object), set: refuse } } : deps,
      receive: async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, pendingFor));
        return answered(200);
      },
    });
    const { accountId, endpoint } = await cloud.account();
    await cloud.endpoints.set({ account_id: accountId, id: endpoint.id }, { slow_until: slowUntil });
    const notice = await cloud.event(accountId);
    await cloud.notify(notice);
    await cloud.pass(60 * MINUTE);
    expect(calls).toBe(1);
    expect(await cloud.deliveries.find(notice.event_id, endpoint.id)).toMatchObject({ state: 'delivered', attempt: 1 });
    expect(cloud.failures).toEqual([new Error('InternalServerError')]);
  });

  test('leaves the slow lane after ten minutes in any case', async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HEALTHY);
    await cloud.endpoints.set(
      { account_id: accountId, id: endpoint.id },
      { slow_until: cloud.clock.now + deliverySettings.slowFor },
    );
    const lanes = async () => {
      await publish(cloud, accountId, 1);
      return (await cloud.deliverAtOnce()).map(({ lane }) => lane);
    };
    cloud.clock.now += deliverySettings.slowFor - 1;
    const before = await lanes();
    await cloud.endpoints.set({ account_id: accountId, id: endpoint.id }, { slow_until: cloud.clock.now + 1 });
    cloud.clock.now += 1;
    expect([before, await lanes()]).toEqual([['slow'], ['fast']]);
  });
});

describe('a burst', () => {
  test('is delivered by one run after the other: each starts calls for 25 seconds, and nothing waits for a sweep', async () => {
    const runs = new Set<string>();
    const cloud = openCloud({
      table: table(),
      settings: { inFlight: { fast: 1, slow: 1 } },
      around: (deps) => {
        if (!('endpoints' in deps)) return deps;
        const endpoints = deps.endpoints as ReturnType<typeof openCloud>['endpoints'];
        const takeRun: typeof endpoints.takeRun = async (endpoint, run, ...when) => {
          const taken = await endpoints.takeRun(endpoint, run, ...when);
          if (taken) runs.add(run.id);
          return taken;
        };
        return { ...deps, endpoints: { ...endpoints, takeRun } };
      },
      sideBySide: true,
      receive: (_, clock) => {
        clock.now += 4_000;
        return answered(200);
      },
    });
    const { accountId } = await cloud.account();
    await publish(cloud, accountId, 14);
    // The sweep looks after a minute.
    await cloud.pass(59_000);
    expect(cloud.results.filter(({ result }) => result === 'delivered')).toHaveLength(14);
    // At least two, since a run begins seven calls of four seconds; one more whenever a run ends before the next
    // delivery waits.
    expect(runs.size).toBeGreaterThanOrEqual(2);
    expect(runs.size).toBeLessThan(14);
    expect(cloud.failures).toEqual([]);
  });
});

describe('a run', () => {
  const open = async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account();
    const ref = { account_id: accountId, id: endpoint.id };
    const take = (id: string, now: number) => cloud.endpoints.takeRun(ref, { id, until: now + 1_000 }, 'fast', now);
    return { cloud, ref, take };
  };

  test('has the endpoint to itself until it releases it', async () => {
    const { cloud, ref, take } = await open();
    expect(await take('first', 0)).toMatchObject({ run: { id: 'first', until: 1_000 } });
    expect(await take('second', 0)).toBeUndefined();
    expect(await cloud.endpoints.endRun(ref, 'second')).toBeUndefined();
    expect(await cloud.endpoints.endRun(ref, 'first')).not.toHaveProperty('run');
    expect(await take('second', 0)).toBeDefined();
  });

  test('that is alive keeps it; a dead one loses it when its lease ends', async () => {
    const { cloud, ref, take } = await open();
    await take('first', 0);
    expect(await take('first', 900)).toMatchObject({ run: { until: 1_900 } });
    expect(await take('second', 1_900)).toBeUndefined();
    expect(await take('second', 1_901)).toBeDefined();
    expect(await take('first', 1_902)).toBeUndefined();
    expect(await cloud.endpoints.endRun(ref, 'first')).toBeUndefined();
  });

  test('of the fast lane does not start while the slow lane has the endpoint, but may end there', async () => {
    const { cloud, ref, take } = await open();
    await take('first', 0);
    await cloud.endpoints.set(ref, { slow_until: 5_000 });
    expect(await take('first', 500)).toBeDefined();
    expect(await take('second', 4_999)).toBeUndefined();
    expect(await cloud.endpoints.takeRun(ref, { id: 'third', until: 6_000 }, 'slow', 4_999)).toBeDefined();
  });

  test('is given to only one of many claimants', async () => {
    const { take } = await open();
    const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => take(`run_${index}`, 0)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
