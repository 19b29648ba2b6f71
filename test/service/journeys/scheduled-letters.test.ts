import { describe, expect, test } from '@jest/globals';
import { addDays, brasiliaDate } from '../../../lib/core/domain/brasilia.ts';
import type { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { testWith, useTarget } from '../../support/target.ts';

const target = useTarget();

async function sendDateIn(days: number): Promise<string> {
  const { now } = await target().control.get('/clock');
  return addDays(brasiliaDate(Date.parse(now)), days);
}

/** Time flows on between two steps of the clock, so what must not have happened yet is looked at half a minute before. */
const halfAMinuteBefore = (date: string) => `${date}T08:59:30Z`;
/** 06:00 in Brasília is 09:00 in UTC since daylight saving ended in 2019. */
const sixOClock = (date: string) => `${date}T09:00:00Z`;

const statusOf = async (api: ApiClient, id: string) => (await api.get(`/letters/${id}`)).body.status;
const amount = async (api: ApiClient) => (await api.get('/balance')).body.amount;

describe('a scheduled letter', () => {
  testWith('clock')('is charged at 06:00 of its day in Brasília, not earlier', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    // Longer than events are listed: of its two, the first is gone by then.
    const send_date = await sendDateIn(40);
    const { body: letter } = await api.post('/letters', letterBody({ send_date }));
    expect(letter).toMatchObject({ status: 'scheduled', send_date, status_transitions: { received_at: null } });
    expect(await amount(api)).toBe(100_000);

    await control.advance(halfAMinuteBefore(send_date));
    expect(await statusOf(api, letter.id)).toBe('scheduled');
    await control.advance(sixOClock(send_date));
    const { body: charged } = await api.get(`/letters/${letter.id}`);
    expect(charged).toMatchObject({ status: 'received', status_transitions: { received_at: sixOClock(send_date) } });
    expect(await amount(api)).toBe(100_000 - charged.price.total);
    const { body: events } = await api.get(`/events?object_id=${letter.id}`);
    expect(events.data.map((event: { type: string }) => event.type)).toEqual(['letter.received']);
  });

  testWith('clock')('is charged at the plan of that day', async () => {
    const { baseUrl, control } = target();
    const { id, api } = await control.openAccount(baseUrl);
    const send_date = await sendDateIn(2);
    const { body: letter } = await api.post('/letters', letterBody({ send_date }));
    await control.post(`/accounts/${id}/plan`, { plan: 'enterprise' });
    await control.advance(sixOClock(send_date));
    const { body: charged } = await api.get(`/letters/${letter.id}`);
    expect(charged.price.total).toBeLessThan(letter.price.total);
    expect(await amount(api)).toBe(100_000 - charged.price.total);
  });

  testWith('clock')('is canceled when the balance does not cover it, and nothing is charged', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl, { balance: 100 });
    const send_date = await sendDateIn(3);
    const { body: letter } = await api.post('/letters', letterBody({ send_date }));
    await control.advance(sixOClock(send_date));
    const { body: canceled } = await api.get(`/letters/${letter.id}`);
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'insufficient_balance' });
    expect(await amount(api)).toBe(100);
    expect((await api.get('/balance/transactions')).body.data).toHaveLength(1);
    expect((await api.get(`/events?object_id=${letter.id}&type=letter.canceled`)).body.data).toHaveLength(1);
  });

  testWith('clock')('of several due together, as many are charged as the balance covers', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl, { balance: 690 * 3 + 10 });
    const send_date = await sendDateIn(4);
    const letters = await Promise.all(Array.from({ length: 8 }, () => api.post('/letters', letterBody({ send_date }))));
    await control.advance(sixOClock(send_date));
    const statuses = await Promise.all(letters.map(({ body }) => statusOf(api, body.id)));
    expect(statuses.filter((status) => status === 'received')).toHaveLength(3);
    expect(statuses.filter((status) => status === 'canceled')).toHaveLength(5);
    expect(await amount(api)).toBe(10);
  });

  testWith('clock')('canceled half a minute before is never charged', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const send_date = await sendDateIn(5);
    const { body: letter } = await api.post('/letters', letterBody({ send_date }));
    await control.advance(halfAMinuteBefore(send_date));
    const canceled = await api.post(`/letters/${letter.id}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
    await control.advance(sixOClock(addDays(send_date, 1)));
    expect(await statusOf(api, letter.id)).toBe('canceled');
    expect((await api.get('/balance/transactions')).body.data).toHaveLength(1);
  });

  testWith('clock')(
    'of an account suspended half a minute before stays scheduled and is charged the morning after it is reinstated',
    async () => {
      const { baseUrl, control } = target();
      const { id, api } = await control.openAccount(baseUrl);
      const send_date = await sendDateIn(6);
      const { body: letter } = await api.post('/letters', letterBody({ send_date }));
      await control.advance(halfAMinuteBefore(send_date));
      await control.post(`/accounts/${id}/suspend`);
      await control.advance(sixOClock(addDays(send_date, 1)));
      expect(await statusOf(api, letter.id)).toBe('scheduled');
      expect(await amount(api)).toBe(100_000);
      await control.post(`/accounts/${id}/reinstate`);
      await control.advance(halfAMinuteBefore(addDays(send_date, 2)));
      expect(await statusOf(api, letter.id)).toBe('scheduled');
      await control.advance(sixOClock(addDays(send_date, 2)));
      expect(['received', 'in_production']).toContain(await statusOf(api, letter.id));
    },
  );

  test('leaves the ledger consistent', async () => {
    expect((await target().control.get('/ledger/audit')).differences).toEqual([]);
  });
});
