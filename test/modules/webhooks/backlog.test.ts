import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { passOnEvents } from '../../../lib/adapters/data/table/event-stream.ts';
import { eventWrites, openEvents } from '../../../lib/adapters/data/table/events.ts';
import { transact } from '../../../lib/adapters/data/table/transactions.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { beginDelivery } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import type { EventNotice, StoredEvent } from '../../../lib/core/domain/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { type Deps, relayEvents, relayMissed } from '../../../lib/operations/events/relay-events.ts';
import { sweepDeliveries } from '../../../lib/operations/webhooks/sweep-deliveries.ts';
import { useTable } from '../../support/dynamodb.ts';
import { answered, openCloud } from './support/cloud.ts';

const table = useTable();
const stored = Date.UTC(2026, 0, 5, 12);
const now = () => stored + 120_000;

/** The id of an event of the first shard. */
const idOfOneShard = () => createId('event', stored, randomBytes).slice(0, -1) + '0';

/** Events of one shard that were not relayed, each with a body of this many bytes. */
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

/** A bus that accepts some calls, then throws like a throttled one. */
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

/** The test fails on errors that the bus did not cause. */
const report = (error: unknown) => {
  throw error;
};

describe('the relay', () => {
  const recordOf = (id: string): DynamoDBRecord => {
    const text = { SK: id, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' };
    const NewImage = Object.fromEntries(Object.entries(text).map(([name, S]) => [name, { S }]));
    return { eventName: 'INSERT', dynamodb: { NewImage, SequenceNumber: id } };
  };
  const records = Array.from({ length: 35 }, (_, index) => recordOf(`evt_${index}`));
  const relayRecords = (deps: Deps) => passOnEvents(table(), records, (notices) => relayEvents(deps, notices));

  test('does not wait for a hanging call to the bus: only its own events are left to the sweep', async () => {
    const others = Promise.withResolvers<void>();
    const relayed: string[] = [];
    const lost: string[] = [];
    const deps = {
      events: { unrelayed: async () => [], markRelayed: async () => undefined },
      now,
      report: (_: unknown, notices: readonly EventNotice[]) =>
        void lost.push(...notices.map(({ event_id }) => event_id)),
      bus: {
        publish: async (notices: readonly EventNotice[]) => {
          if (notices.some(({ event_id }) => event_id === 'evt_3')) {
            // This call ends without a response, after all others have been sent.
            await others.promise;
            throw new Error('TimeoutError');
          }
          relayed.push(...notices.map(({ event_id }) => event_id));
          if (relayed.length === 25) others.resolve();
          return [...notices];
        },
      },
    };
    expect(await relayRecords(deps)).toEqual({ batchItemFailures: [] });
    expect(relayed).toHaveLength(25);
    expect(lost).toEqual(Array.from({ length: 10 }, (_, index) => `evt_${index}`));
  });

  test('retries the stream from the first event that the bus rejected, and all events if no call got a response', async () => {
    const events = { unrelayed: async () => [], markRelayed: async () => undefined };
    const refusing = {
      publish: async (notices: readonly EventNotice[]) => notices.filter(({ event_id }) => event_id !== 'evt_17'),
    };
    const answer = await relayRecords({ events, now, report, bus: refusing });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'evt_17' }] });
    const silent = relayRecords({ events, now, report, bus: busThatTakes(0) });
    await expect(silent).rejects.toThrow('ThrottlingException');
  });
});

describe('the sweep of the outbox', () => {
  test('relays in one run more than a single query returns', async () => {
    const events = openEvents(table(), now);
    const ids = await storeEvents(12, 100_000);
    const bus = busThatTakes(Infinity);
    await relayMissed({ events, bus, now, report });
    expect(bus.published.toSorted()).toEqual(ids.toSorted());
    expect(await events.unrelayed(now(), 10)).toEqual([]);
  });

  test('does not start again when the bus stops accepting: accepted events are relayed', async () => {
    const events = openEvents(table(), now);
    const ids = await storeEvents(25, 10);
    const stopping = busThatTakes(2);
    const lost: number[] = [];
    const reported = (_: unknown, notices: readonly EventNotice[]) => void lost.push(notices.length);
    await relayMissed({ events, bus: stopping, now, report: reported });
    expect(lost).toEqual([5]);
    const taking = busThatTakes(Infinity);
    await relayMissed({ events, bus: taking, now, report });
    expect([stopping.published.length, taking.published.length]).toEqual([20, 5]);
    expect([...stopping.published, ...taking.published].toSorted()).toEqual(ids.toSorted());
  });

  test('ends when the bus rejects the rest, and leaves it for the next run', async () => {
    const events = openEvents(table(), now);
    await storeEvents(3, 10);
    await relayMissed({ events, bus: { publish: async () => [] }, now, report });
    expect(await events.unrelayed(now(), 10)).toHaveLength(3);
    for (const event of await events.unrelayed(now(), 10)) await events.markFannedOut(event);
  });

  test('relays events again that were not fanned out, later each time, and finds new events behind them', async () => {
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
    for (const minute of [0, 4, 5, 14, 15, 34, 35, 74, 75, 134, 135, 194, 195]) {
      instant = now() + minute * 60_000;
      await relayMissed({ events, bus, now: () => instant, report });
    }
    expect(relayed).toEqual([0, 5, 15, 35, 75, 135, 195]);
    const [young] = await storeEvents(1, 10);
    expect((await events.unrelayed(instant, 1)).map(({ event_id }) => event_id)).toContain(young);
    await events.markFannedOut({ event_id: stuck!, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' });
    expect(await events.unrelayed(instant + 24 * 3_600_000, 100)).not.toContainEqual(
      expect.objectContaining({ event_id: stuck }),
    );
  });
});

test('an event whose fan-out fails for an hour, with its messages lost, is delivered within another hour', async () => {
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

describe('the sweep of deliveries', () => {
  const endpoint = { id: 'whe_1', slow_until: 0 } as Parameters<typeof beginDelivery>[1];
  const deliveries = () => openDeliveries(table(), now);

  /** Deliveries that have been due for this many milliseconds. */
  async function storeDue(eventIds: readonly string[], dueFor: number): Promise<void> {
    for (const event_id of eventIds) {
      const notice = { event_id, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' as const };
      const { delivery } = beginDelivery(notice, endpoint, stored, deliverySettings);
      await deliveries().create({ ...delivery, due_at: now() - dueFor });
    }
  }

  function queuesThatRemember() {
    const queued: string[] = [];
    const send = async (messages: readonly { message: { event_id: string } }[]) =>
      void queued.push(...messages.map(({ message }) => message.event_id));
    return { queued, queues: { send } };
  }

  test('queues in one run more than a single query returns', async () => {
    await storeDue(Array.from({ length: 5 }, idOfOneShard), 0);
    const { queued, queues } = queuesThatRemember();
    const settings = { ...deliverySettings, sweepRows: 2 };
    const result = await sweepDeliveries({ deliveries: deliveries(), queues, settings, now });
    expect(result.queued).toBe(5);
    expect(new Set(queued).size).toBe(5);
  });

  test('processes the oldest of all shards first, and stops within a round when its time is over', async () => {
    const ids = Array.from({ length: 120 }, () => createId('event', stored, randomBytes));
    await storeDue(ids.slice(0, 60), 1_000);
    await storeDue(ids.slice(60), 2_000);
    const { queued, queues } = queuesThatRemember();
    let instant = now();
    const slow = {
      send: async (messages: Parameters<typeof queues.send>[0]) => {
        instant += deliverySettings.sweepTime;
        await queues.send(messages);
      },
    };
    const deps = { deliveries: deliveries(), queues: slow, settings: deliverySettings, now: () => instant };
    expect((await sweepDeliveries(deps)).queued).toBe(100);
    expect(queued).toEqual(expect.arrayContaining(ids.slice(60)));
    instant = now();
    expect((await sweepDeliveries(deps)).queued).toBe(20);
    expect(queued.toSorted()).toEqual(ids.toSorted());
  });
});
