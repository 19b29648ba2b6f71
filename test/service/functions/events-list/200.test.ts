import { describe, expect, test } from '@jest/globals';
import { EVENT_DAYS, listedEventTypes } from '../../../../lib/core/domain/events.ts';
import { moveLetter, storeLetter } from '../../../support/internals.ts';
import { letterBody } from '../../../support/letters.ts';
import { describePages, idsOf } from '../../../support/lists.ts';
import { events } from '../../../support/seeds.ts';
import { openCustomer, useCustomer } from '../../../support/service.ts';

describePages(events);

describe('GET /events', () => {
  const customer = useCustomer();
  const list = async (parameters = '') => (await customer().api.get(`/events?${parameters}`)).body.data;

  test('an event holds the complete letter as it was right after the change', async () => {
    const { api } = customer();
    const { body: created } = await api.post('/letters', letterBody({ metadata: { pedido: '1' } }));
    const { body: canceled } = await api.post(`/letters/${created.id}/cancel`);
    const [later, earlier] = await list();
    expect([later.type, earlier.type]).toEqual(['letter.canceled', 'letter.received']);
    expect([later.data, earlier.data]).toEqual([canceled, created]);
    // An event is written together with its change, which may be a while after the letter's request.
    expect(earlier.created_at >= created.created_at).toBe(true);
    expect(later.created_at >= canceled.status_transitions.canceled_at).toBe(true);
  });

  test.each(listedEventTypes)('type=%s is a filter', async (type) => {
    const { id } = customer();
    await storeLetter(id);
    const types = (await list(`type=${type}`)).map((event: { type: string }) => event.type);
    expect(types).toEqual(type === 'letter.received' ? [type] : []);
  });

  test('object_id filters the list, alone and with a type', async () => {
    const { id, api } = customer();
    const { letter, event } = await storeLetter(id);
    await storeLetter(id);
    await moveLetter(id, letter.id, { trigger: 'cancel', reason: 'requested' });
    expect((await list(`object_id=${letter.id}`)).map(({ type }: { type: string }) => type)).toEqual([
      'letter.canceled',
      'letter.received',
    ]);
    expect(idsOf(await api.get(`/events?object_id=${letter.id}&type=letter.received`))).toEqual([event.id]);
    expect(await list(`object_id=${letter.id}&type=letter.posted`)).toEqual([]);
    expect(await list('object_id=acc_unknown')).toEqual([]);
    const other = await openCustomer();
    expect((await other.api.get(`/events?object_id=${letter.id}`)).body.data).toEqual([]);
  });

  test('shows the last 30 days', async () => {
    const { id } = customer();
    const DAY = 86_400_000;
    const edge = Date.now() - EVENT_DAYS * DAY;
    const { event } = await storeLetter(id, { created_at: edge + 60_000 });
    await storeLetter(id, { created_at: edge - 1000 });
    expect((await list()).map((shown: { id: string }) => shown.id)).toEqual([event.id]);
    expect(await list(`created_after=${new Date(edge - DAY).toISOString()}`)).toHaveLength(1);
  });
});
