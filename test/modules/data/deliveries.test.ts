import { describe, expect, test } from '@jest/globals';
import { shardOf, WORK_SHARDS } from '../../../lib/adapters/data/table/keys.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import type { Delivery, DeliveryAttempt } from '../../../lib/core/domain/webhooks.ts';
import { useTable } from '../../support/dynamodb.ts';
import { losingResponses } from '../../support/lost-responses.ts';

const table = useTable();
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 5, 12);

let count = 0;
function delivery(fields: Partial<Delivery> = {}): Delivery {
  return {
    event_id: `evt_${count++}`,
    endpoint_id: 'whe_1',
    account_id: 'acc_1',
    event_type: 'letter.posted',
    state: 'pending',
    attempt: 1,
    not_before: NOW,
    queued_for: NOW,
    due_at: NOW,
    sweeps: 0,
    lease_until: 0,
    attempts: [],
    created_at: NOW,
    revision: 0,
    ...fields,
  };
}

const openAt = (now: number) => openDeliveries(table(), () => now);
const find = ({ event_id, endpoint_id }: Delivery, now = NOW) => openAt(now).find(event_id, endpoint_id);

describe('create', () => {
  test('stores one delivery per event and endpoint', async () => {
    const first = delivery();
    expect(await openAt(NOW).create(first)).toBe(true);
    expect(await openAt(NOW).create({ ...first, attempt: 5 })).toBe(false);
    expect(await find(first)).toEqual(first);
    expect(await openAt(NOW).create({ ...first, endpoint_id: 'whe_2' })).toBe(true);
  });
});

describe('replace', () => {
  test('succeeds for one of several concurrent writers', async () => {
    const before = delivery();
    await openAt(NOW).create(before);
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => openAt(NOW).replace(before, { ...before, lease_until: number })),
    );
    const winners = results.filter((result) => result !== undefined);
    expect(winners).toHaveLength(1);
    expect(await find(before)).toEqual(winners[0]);
  });

  test('returns the stored delivery to continue from', async () => {
    const before = delivery();
    await openAt(NOW).create(before);
    const claimed = await openAt(NOW).replace(before, { ...before, lease_until: 7 });
    const recorded = await openAt(NOW).replace(claimed!, { ...claimed!, state: 'delivered' });
    expect(recorded).toMatchObject({ state: 'delivered', lease_until: 7 });
    expect(await openAt(NOW).replace(claimed!, { ...claimed!, state: 'failed' })).toBeUndefined();
  });

  test('does not bring back a removed delivery', async () => {
    expect(await openAt(NOW).replace(delivery(), delivery())).toBeUndefined();
  });
});

describe('a lost response', () => {
  const openLosing = () => openDeliveries(losingResponses(table()), () => NOW);

  test('leaves a write to the caller that made it, even when others write the same', async () => {
    const before = delivery();
    const created = await Promise.all([1, 2, 3].map(() => openLosing().create(before)));
    expect(created.filter(Boolean)).toHaveLength(1);
    const claimed = await Promise.all([1, 2, 3].map(() => openLosing().replace(before, { ...before, lease_until: 7 })));
    expect(claimed.filter(Boolean)).toEqual([{ ...before, lease_until: 7, revision: 1 }]);
  });
});

test('deliveries are spread evenly over the shards', () => {
  const ids = Array.from('0123456789abcdefghjkmnpqrstvwxyz', (last) => `evt_${last}`);
  const loads = Array.from({ length: WORK_SHARDS }, (_, shard) => ids.filter((id) => shardOf(id) === shard).length);
  expect(loads).toEqual(Array(WORK_SHARDS).fill(2));
});

describe('due', () => {
  test('returns only deliveries that are pending and due', async () => {
    const fields: Partial<Delivery>[] = [
      { due_at: NOW + 1 },
      { due_at: NOW, state: 'delivered' },
      { due_at: NOW - 1, state: 'failed' },
      { due_at: NOW - 1, state: 'dropped' },
      { due_at: NOW - 40 * DAY, created_at: NOW - 40 * DAY },
    ];
    for (const row of fields) await openAt(NOW).create(delivery({ account_id: 'acc_due', ...row }));
    const wanted = [delivery({ account_id: 'acc_due' }), delivery({ account_id: 'acc_due', due_at: NOW - DAY })];
    for (const row of wanted) await openAt(NOW).create(row);
    const due = (await openAt(NOW).due(100)).filter(({ account_id }) => account_id === 'acc_due');
    expect(due.map(({ event_id }) => event_id).sort()).toEqual(wanted.map(({ event_id }) => event_id).sort());
  });

  test('returns the most overdue first, a limited number from each shard', async () => {
    // The same last character means the same shard.
    const rows = [3, 1, 2].map((days) => delivery({ event_id: `evt_${days}_z`, due_at: NOW - days * DAY }));
    for (const row of rows) await openAt(NOW).create(row);
    const due = (await openAt(NOW).due(2)).filter(({ event_id }) => event_id.endsWith('_z'));
    expect(due.map(({ event_id }) => event_id)).toEqual(['evt_3_z', 'evt_2_z']);
  });
});

describe('attempts', () => {
  const attempt = (number: number, fields: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
    attempt: number,
    at: NOW,
    duration_ms: 5,
    status: 500,
    error: null,
    answer: null,
    retry_after: null,
    ...fields,
  });

  test('are read in order, whether they are in the row of an earlier release or items', async () => {
    const event_id = 'evt_attempts';
    const row = delivery({ event_id, endpoint_id: 'whe_1', attempt: 11, attempts: [attempt(1), attempt(2)] });
    const other = delivery({ event_id, endpoint_id: 'whe_10', attempt: 2 });
    for (const one of [row, other]) await openAt(NOW).create(one);
    for (const number of [10, 3]) await openAt(NOW).record(row, attempt(number));
    await openAt(NOW).record(other, attempt(1, { status: null, error: 'tls_timeout' }));
    const logs = [
      { delivery: row, attempts: [1, 2, 3, 10].map((number) => attempt(number)) },
      { delivery: other, attempts: [attempt(1, { status: null, error: 'tls_timeout' })] },
    ];
    expect(await openAt(NOW).findLog(event_id, 'whe_1')).toEqual(logs[0]);
    expect(await openAt(NOW).findLog(event_id, 'whe_10')).toEqual(logs[1]);
    expect(await openAt(NOW).logsOfEvent(event_id)).toEqual(logs);
    expect(await openAt(NOW).log('whe_10', 1)).toEqual([logs[1]]);
    expect(await openAt(NOW).findLog('evt_none', 'whe_1')).toBeUndefined();
  });

  test('repeated after a fault keep the result of the last one', async () => {
    const row = delivery();
    await openAt(NOW).create(row);
    for (const status of [500, 200]) await openAt(NOW).record(row, attempt(1, { status }));
    const log = await openAt(NOW).findLog(row.event_id, row.endpoint_id);
    expect(log!.attempts).toEqual([attempt(1, { status: 200 })]);
  });

  test('are all read for a page with hundreds of them', async () => {
    const endpoint_id = 'whe_many';
    for (let index = 0; index < 15; index++) {
      const row = delivery({ endpoint_id, event_id: `evt_many_${index}`, state: 'failed', attempt: 8 });
      await openAt(NOW).create(row);
      for (let number = 1; number <= 8; number++) await openAt(NOW).record(row, attempt(number));
    }
    const logs = await openAt(NOW).log(endpoint_id, 100);
    expect(logs.map(({ attempts }) => attempts.length)).toEqual(Array(15).fill(8));
  });
});

describe('the log of an endpoint', () => {
  test('returns an endpoint’s deliveries, the newest event first, page by page', async () => {
    const endpoint_id = 'whe_list';
    for (const number of [2, 4, 1, 3])
      await openAt(NOW).create(delivery({ endpoint_id, event_id: `evt_list_${number}` }));
    await openAt(NOW).create(delivery({ endpoint_id: 'whe_other', event_id: 'evt_list_5' }));
    const list = async (after?: string) =>
      (await openAt(NOW).log(endpoint_id, 3, after)).map(({ delivery }) => delivery.event_id);
    expect(await list()).toEqual(['evt_list_4', 'evt_list_3', 'evt_list_2']);
    expect(await list('evt_list_2')).toEqual(['evt_list_1']);
    expect(await list('evt_list_1')).toEqual([]);
  });
});

test('parked deliveries stay out of the work index and are listed by event age, page by page', async () => {
  const endpoint_id = 'whe_parked';
  for (const number of [2, 4, 1, 3])
    await openAt(NOW).create(delivery({ endpoint_id, event_id: `evt_parked_${number}`, parked_at: NOW, due_at: NOW }));
  await openAt(NOW).create(delivery({ endpoint_id, event_id: 'evt_parked_5' }));
  const due = await openAt(NOW).due(1_000);
  expect(due.filter((row) => row.endpoint_id === endpoint_id).map(({ event_id }) => event_id)).toEqual([
    'evt_parked_5',
  ]);
  const page = async (after?: string) => {
    const { deliveries, next } = await openAt(NOW).parked(endpoint_id, 3, after);
    return [...deliveries.map(({ event_id }) => event_id), next];
  };
  expect(await page()).toEqual(['evt_parked_1', 'evt_parked_2', 'evt_parked_3', 'evt_parked_3']);
  expect(await page('evt_parked_3')).toEqual(['evt_parked_4', undefined]);
});

test('a delivery is kept for 30 days, even if the table deletes late', async () => {
  const row = delivery();
  await openAt(NOW).create(row);
  expect(await find(row, NOW + 30 * DAY - 1_000)).toEqual(row);
  expect(await find(row, NOW + 30 * DAY)).toBeUndefined();
});
