import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { relayMissed } from '../../functions/workers/relay-events/relay-events.ts';
import { openDeliveries } from '../../lib/adapters/data/deliveries.ts';
import { eventWrites, openEvents } from '../../lib/adapters/data/events.ts';
import { transact } from '../../lib/adapters/data/transactions.ts';
import { beginDelivery } from '../../lib/adapters/webhooks/lifecycle.ts';
import { deliverySettings } from '../../lib/adapters/webhooks/settings.ts';
import type { EventNotice, StoredEvent } from '../../lib/core/domain/events.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { sweepDeliveries } from '../../lib/operations/webhooks/sweep-deliveries.ts';
import { useTable } from '../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const stored = Date.UTC(2026, 0, 5, 12);
const now = () => stored + 120_000;

/** The id of an event of the first shard. */
const idOfOneShard = () => createId('event', stored, randomBytes).slice(0, -1) + '0';

/** Events of one shard that nobody relayed, each with a body of some bytes. */
async function storeEvents(count: number, bytes: number): Promise<string[]> {
  const events = Array.from({ length: count }, (): StoredEvent => ({
    id: idOfOneShard(),
    account_id: 'acc_1',
    type: 'letter.posted',
    object_id: 'ltr_1',
    body: 'a'.repeat(bytes),
    created_at: stored,
  }));
  await Promise.all(events.map((event) => transact(table(), eventWrites(table(), event))));
  return events.map(({ id }) => id);
}

/** A bus that takes some calls, then throws as a throttled one does. */
function busThatTakes(calls: number) {
  const published: string[] = [];
  return {
    published,
    publish: async (notices: readonly EventNotice[]) => {
      if (calls-- <= 0) throw new Error('ThrottlingException');
      published.push(...notices.map(({ event_id }) => event_id));
      return [...notices];
    },
  };
}

describe('the sweep of the outbox', () => {
  test('relays in one run what no single query can give', async () => {
    const events = openEvents(table(), now);
    const ids = await storeEvents(12, 100_000);
    const bus = busThatTakes(Infinity);
    await relayMissed({ events, bus, now });
    expect(bus.published.toSorted()).toEqual(ids.toSorted());
    expect(await events.unrelayed(now(), 10)).toEqual([]);
  });

  test('does not begin anew when the bus stops taking: what it took is relayed', async () => {
    const events = openEvents(table(), now);
    const ids = await storeEvents(25, 10);
    const stopping = busThatTakes(2);
    await expect(relayMissed({ events, bus: stopping, now })).rejects.toThrow('ThrottlingException');
    const taking = busThatTakes(Infinity);
    await relayMissed({ events, bus: taking, now });
    expect([stopping.published.length, taking.published.length]).toEqual([20, 5]);
    expect([...stopping.published, ...taking.published].toSorted()).toEqual(ids.toSorted());
  });

  test('ends when the bus refuses what is left, and leaves it for the next run', async () => {
    const events = openEvents(table(), now);
    await storeEvents(3, 10);
    await relayMissed({ events, bus: { publish: async () => [] }, now });
    expect(await events.unrelayed(now(), 10)).toHaveLength(3);
    for (const event of await events.unrelayed(now(), 10)) await events.markFannedOut(event);
  });

  test('relays again what was not fanned out, later each time, and finds new events behind it', async () => {
    let instant = now();
    const events = openEvents(table(), () => instant);
    const [stuck] = await storeEvents(1, 10);
    const relayed: number[] = [];
    const bus = {
      publish: async (notices: readonly EventNotice[]) => {
        if (notices.some(({ event_id }) => event_id === stuck)) relayed.push((instant - now()) / 60_000);
        return [...notices];
      },
    };
    for (; instant <= now() + 4 * 3_600_000; instant += 60_000) await relayMissed({ events, bus, now: () => instant });
    expect(relayed).toEqual([0, 5, 15, 35, 75, 135, 195]);
    const [young] = await storeEvents(1, 10);
    expect((await events.unrelayed(instant, 1)).map(({ event_id }) => event_id)).toContain(young);
    await events.markFannedOut({ event_id: stuck!, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' });
    expect(await events.unrelayed(instant + 24 * 3_600_000, 100)).not.toContainEqual(
      expect.objectContaining({ event_id: stuck }),
    );
  });
});

test('an event whose fan-out fails for an hour, its messages lost, is delivered within another hour', async () => {
  let fails = true;
  const posts: string[] = [];
  const cloud = openCloud({
    table: table(),
    noticesComeAgain: () => false,
    around: (deps) => {
      const { deliveries } = deps as { deliveries?: object };
      const create = async () => Promise.reject(new Error('InternalServerError'));
      return fails && deliveries ? { ...deps, deliveries: { ...deliveries, create } } : deps;
    },
    receive: ({ headers }) => {
      posts.push(headers['webhook-id']!);
      return answered(200);
    },
  });
  const { accountId } = await cloud.account();
  const notice = await cloud.commit(accountId);
  await cloud.pass(3_600_000);
  expect(posts).toEqual([]);
  fails = false;
  await cloud.pass(3_600_000);
  expect(posts).toEqual([notice!.event_id]);
});

test('the sweep of deliveries queues in one run what no single query can give', async () => {
  const deliveries = openDeliveries(table(), now);
  const endpoint = { id: 'whe_1', slow_until: 0 } as Parameters<typeof beginDelivery>[1];
  for (let count = 0; count < 5; count++) {
    const notice = {
      event_id: idOfOneShard(),
      account_id: 'acc_1',
      object_id: 'ltr_1',
      type: 'letter.posted' as const,
    };
    await deliveries.create(beginDelivery(notice, endpoint, stored, deliverySettings).delivery);
  }
  const queued: string[] = [];
  const queues = {
    send: async (messages: readonly { message: { event_id: string } }[]) =>
      void queued.push(...messages.map(({ message }) => message.event_id)),
  };
  const settings = { ...deliverySettings, sweepRows: 2 };
  const result = await sweepDeliveries({ deliveries, queues, settings, now });
  expect(result.queued).toBe(5);
  expect(new Set(queued).size).toBe(5);
});
