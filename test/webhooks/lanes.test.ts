import { describe, expect, test } from '@jest/globals';
import { seemsToHang } from '../../lib/adapters/webhooks/lifecycle.ts';
import type { PostOutcome } from '../../lib/adapters/webhooks/sender.ts';
import { deliverySettings } from '../../lib/adapters/webhooks/settings.ts';
import { useTable } from '../support/dynamodb.ts';
import { answered, openCloud, timedOut } from './support/cloud.ts';

const table = useTable();
const MINUTE = 60_000;
const HANGING = 'https://hanging.example.com/';
const HEALTHY = 'https://healthy.example.com/';

/** A cloud whose hanging receiver keeps every call until `letGo`; calls pending at once are counted. */
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

/** Waits for a condition, for as long as a test may take: beyond that it would go on after the test. */
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
  test('has at most ten calls in flight in the fast lane; the others are put off without using up an attempt', async () => {
    const { cloud, pending, most, letGo } = openWithHanging(60_000);
    const { accountId } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 25);
    const handled = cloud.deliverAtOnce();
    await until(() => pending.length === deliverySettings.inFlight.fast && cloud.results.length === 15);
    expect(cloud.results.map(({ result }) => result)).toEqual(Array(15).fill('put_off'));
    letGo();
    const results = await handled;
    expect(results.filter(({ result }) => result === 'retrying')).toHaveLength(10);
    expect(most.atOnce).toBe(10);
  });

  test('has two calls in flight at most once one has been pending for half a second, and none has ended meanwhile', async () => {
    const { cloud, pending, recover, letGo } = openWithHanging(60_000);
    const { accountId } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 2);
    const first = cloud.deliverAtOnce();
    await until(() => pending.length === 2);
    cloud.clock.now += deliverySettings.suspectAfter;
    await publish(cloud, accountId, 3);
    expect((await cloud.deliverAtOnce()).map(({ result }) => result)).toEqual(['put_off', 'put_off', 'put_off']);
    expect(pending).toHaveLength(2);
    recover();
    letGo();
    await first;
    await cloud.pass(MINUTE);
    expect(cloud.results.filter(({ result }) => result === 'delivered')).toHaveLength(5);
  });

  test('moves to the slow lane while its first calls are still pending, and five at most are in flight there', async () => {
    const { cloud, pending, letGo } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 1);
    const first = cloud.deliverAtOnce();
    await until(async () => (await cloud.endpoints.find(accountId, endpoint.id))!.slow_until > cloud.clock.now);
    expect(pending).toHaveLength(1);

    await publish(cloud, accountId, 8);
    letGo();
    expect(await first).toMatchObject([{ result: 'retrying' }]);
    const second = cloud.deliverAtOnce();
    await until(() => pending.length === deliverySettings.inFlight.slow);
    letGo();
    const results = await second;
    expect(results.every(({ message }) => message.lane === 'slow')).toBe(true);
    expect(results.filter(({ result }) => result === 'put_off')).toHaveLength(3);
  });

  test('keeps no place of the fast lane: its messages there are passed on without a call', async () => {
    const { cloud, pending } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 30);
    await cloud.endpoints.set({ account_id: accountId, id: endpoint.id }, { slow_until: cloud.clock.now + MINUTE });
    const results = await cloud.deliverAtOnce();
    expect(results.map(({ result }) => result)).toEqual(Array(30).fill('moved'));
    expect(pending).toHaveLength(0);
  });

  test('does not touch the others: a healthy endpoint gets everything at the first attempt', async () => {
    const { cloud, letGo, pending } = openWithHanging();
    const { accountId } = await cloud.account(['*'], HANGING);
    const healthy = await cloud.endpoint(accountId, ['*'], HEALTHY);
    await publish(cloud, accountId, 10);
    const handled = cloud.deliverAtOnce();
    const delivered = () => cloud.results.filter(({ message }) => message.endpoint_id === healthy.endpoint.id);
    await until(() => delivered().length === 10 && pending.length === 10);
    expect(delivered().map(({ result }) => result)).toEqual(Array(10).fill('delivered'));
    letGo();
    await handled;
  });

  test('that recovers gets everything it missed and leaves the slow lane with its first quick answer', async () => {
    const { cloud, pending, letGo, recover } = openWithHanging();
    const { accountId, endpoint } = await cloud.account(['*'], HANGING);
    await publish(cloud, accountId, 12);
    const handled = cloud.deliverAtOnce();
    await until(() => pending.length === 10);
    await until(async () => (await cloud.endpoints.find(accountId, endpoint.id))!.slow_until > 0);
    recover();
    letGo();
    await handled;
    await cloud.pass(10 * MINUTE);
    expect(cloud.results.filter(({ result }) => result === 'delivered')).toHaveLength(12);
    expect(await cloud.endpoints.find(accountId, endpoint.id)).toMatchObject({ slow_until: 0, slots: {} });
  });

  test.each([
    ['to the slow lane', 0, 30],
    ['back to the fast one', Date.UTC(2100, 0), 0],
  ])('is not called again when its move %s cannot be written', async (_, slowUntil, pendingFor) => {
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
    cloud.clock.now += deliverySettings.slowFor - 1;
    await publish(cloud, accountId, 1);
    cloud.clock.now += 1;
    await publish(cloud, accountId, 1);
    expect((await cloud.deliverAtOnce()).map(({ message }) => message.lane).sort()).toEqual(['fast', 'slow']);
  });
});

describe('a receiver', () => {
  const begun = (...starts: number[]) =>
    Object.fromEntries(starts.map((start, slot) => [slot, start + deliverySettings.lease]));

  test.each([
    ['with calls that have just begun', begun(1_000, 1_000), 0, 1_499, false],
    ['with calls that nothing has ended beside', begun(1_000, 1_400), 0, 1_500, true],
    ['with a single call', begun(1_000), 0, 10_000, false],
    ['that ended one since these began', begun(1_000, 1_500, 2_000), 2_100, 2_900, false],
    ['that ended one, but none since the last began', begun(1_000, 2_200), 2_100, 2_900, true],
    ['whose calls cannot be pending any more', begun(1_000, 1_000), 0, 16_001, false],
  ])('%s is judged by it', (_, slots, ended_at, now, hangs) => {
    expect(seemsToHang({ slots, ended_at }, now, deliverySettings)).toBe(hangs);
  });
});

describe('slots', () => {
  test('of functions that died are free again when their leases are over', async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account();
    const request = { most: 2, now: 1_000, until: 46_000, random: 0 };
    const take = async (now: number) =>
      cloud.endpoints.takeSlot((await cloud.endpoints.find(accountId, endpoint.id))!, { ...request, now });
    expect([await take(1_000), await take(1_000), await take(1_000)]).toEqual([
      { number: '0', until: 46_000 },
      { number: '1', until: 46_000 },
      undefined,
    ]);
    expect(await take(46_000)).toBeUndefined();
    expect(await take(46_001)).toBeDefined();
  });

  test('are given to one each, however many reach for them', async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account();
    const seen = (await cloud.endpoints.find(accountId, endpoint.id))!;
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        cloud.endpoints.takeSlot(seen, { most: 10, now: 1_000, until: 46_000, random: index / 30 }),
      ),
    );
    const numbers = taken.flatMap((slot) => slot?.number ?? []);
    expect(numbers.sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('given back late do not free what somebody else has taken since', async () => {
    const { cloud } = openWithHanging();
    const { accountId, endpoint } = await cloud.account();
    const find = async () => (await cloud.endpoints.find(accountId, endpoint.id))!;
    const first = await cloud.endpoints.takeSlot(await find(), { most: 1, now: 1_000, until: 46_000, random: 0 });
    const second = await cloud.endpoints.takeSlot(await find(), { most: 1, now: 50_000, until: 95_000, random: 0 });
    await cloud.endpoints.releaseSlot(await find(), first!, 50_000);
    expect((await find()).slots).toEqual({ '0': 95_000 });
    await cloud.endpoints.releaseSlot(await find(), second!, 51_000);
    expect((await find()).slots).toEqual({});
  });
});
