import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openEvents } from '../../lib/adapters/data/events.ts';
import { openLetters } from '../../lib/adapters/data/letters.ts';
import { EVENT_DAYS } from '../../lib/core/domain/events.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { eventOf } from '../../lib/core/resources/event.ts';
import { useTable } from '../support/dynamodb.ts';
import { letterSample } from '../support/samples.ts';

const table = useTable();

test.each<[string, { type?: string }]>([
  ['all', {}],
  ['one type', { type: 'letter.received' }],
])('a list that is read on after its place has grown older than 30 days is at its end (%s)', async (_, filter) => {
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
