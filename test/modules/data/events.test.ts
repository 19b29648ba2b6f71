import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { eventWrites, openEvents } from '../../../lib/adapters/data/table/events.ts';
import { eventsPartition, outboxKey, outboxPartition, shardOf } from '../../../lib/adapters/data/table/keys.ts';
import { transact } from '../../../lib/adapters/data/table/transactions.ts';
import { EVENT_DAYS, type StoredEvent } from '../../../lib/core/domain/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

const table = useTable();

test.each<[string, { type?: string }]>([
  ['all', {}],
  ['one type', { type: 'letter.received' }],
])('a list ends when its cursor has become older than 30 days (%s)', async (_, filter) => {
  const account_id = createId('account', 0, randomBytes);
  let now = Date.now();
  const letters = openLetters(table(), { now: () => now, randomBytes });
  const events = openEvents(table(), () => now);
  for (const created_at of [now, now + 1000]) {
    const mailing = letterSample({ account_id, created_at });
    const id = createId('event', created_at, randomBytes);
    const event = eventOf({ id, account_id, type: 'letter.received', created_at }, { id: mailing.id });
    await letters.create({ mailing, event, charge: undefined, upload: undefined });
  }
  const { next } = await events.list(account_id, { limit: 1 }, filter);
  expect(next).not.toBeNull();
  now += EVENT_DAYS * 86_400_000 + 2000;
  expect(await events.list(account_id, { limit: 1, after: next! }, filter)).toEqual({ rows: [], next: null });
});

describe('the outbox', () => {
  const account_id = createId('account', 0, randomBytes);
  const object_id = createId('letter', 0, randomBytes);

  const eventAt = (created_at: number) =>
    eventOf(
      { id: createId('event', created_at, randomBytes), account_id, type: 'letter.received', created_at },
      { id: object_id },
    );
  const noticeOf = ({ id }: { id: string }) => ({
    event_id: id,
    account_id,
    object_id,
    type: 'letter.received' as const,
  });

  /** Stores an event as earlier releases did, without its own mark. */
  async function storeWithoutMark({ id, body, created_at }: StoredEvent): Promise<void> {
    const Item = {
      PK: eventsPartition(account_id),
      SK: id,
      kind: 'event',
      GSI3PK: outboxPartition(shardOf(id)),
      GSI3SK: String(created_at).padStart(15, '0'),
      type: 'letter.received',
      account_id,
      object_id,
      body,
      created_at_ms: created_at,
      expires_at_epoch: Math.floor(created_at / 1000) + EVENT_DAYS * 86_400,
    };
    await table().client.send(new PutCommand({ TableName: table().name, Item }));
  }

  test('shows events until they are relayed, with or without the mark of newer releases', async () => {
    // Long before the events of every other test in the table.
    const now = 10_000;
    const events = openEvents(table(), () => now);
    const [marked, unmarked, young] = [eventAt(now - 2000), eventAt(now - 1000), eventAt(now + 5000)];
    for (const event of [marked, young]) await transact(table(), eventWrites(table(), event));
    await storeWithoutMark(unmarked);
    const waiting = async () => (await events.unrelayed(now, 10)).sort((a, b) => a.created_at - b.created_at);
    expect(await waiting()).toEqual([
      { ...noticeOf(marked), created_at: now - 2000, relays: 0 },
      { ...noticeOf(unmarked), created_at: now - 1000, relays: 0 },
    ]);
    for (const event of [marked, unmarked, unmarked, marked]) await events.markRelayed(noticeOf(event));
    expect(await waiting()).toEqual([]);
    for (const event of [marked, unmarked, marked]) await events.markFannedOut(noticeOf(event));
    expect(await events.oldestUnrelayed()).toBe(now + 5000);
    expect(await events.find(account_id, unmarked.id)).toEqual(unmarked);
  });

  test('drops an event that has expired and is gone', async () => {
    const notice = noticeOf(eventAt(1));
    await expect(openEvents(table(), () => 0).markRelayed(notice)).resolves.toBeUndefined();
    const keys = [outboxKey(notice.event_id), { PK: eventsPartition(account_id), SK: notice.event_id }];
    const left = keys.map((Key) => table().client.send(new GetCommand({ TableName: table().name, Key })));
    expect((await Promise.all(left)).map(({ Item }) => Item)).toEqual([undefined, undefined]);
  });
});
