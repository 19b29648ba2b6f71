import { describe, expect, test } from '@jest/globals';
import { describeEveryReplay } from '../../../support/every-post.ts';
import { storeLetter, unchanged } from '../../../support/internals.ts';
import { cancelRequests } from '../../../support/letter-requests.ts';
import { dateIn, letterBody } from '../../../support/letters.ts';
import { useCustomer, useService } from '../../../support/service.ts';

describeEveryReplay('POST /letters/{letter_id}/cancel', 200, cancelRequests);

describe('POST /letters/{letter_id}/cancel', () => {
  const customer = useCustomer();
  const create = async (fields = {}) => (await customer().api.post('/letters', letterBody(fields))).body;
  const cancel = (id: string, body?: unknown) => customer().api.post(`/letters/${id}/cancel`, body);
  const balance = async () => (await customer().api.get('/balance')).body.amount;

  test('a received letter: other fields stay, and the whole price is refunded', async () => {
    const letter = await create({ postal_services: ['registered'], reference: 'a', metadata: { b: 'c' } });
    const { status, body } = await cancel(letter.id);
    expect([status, body]).toEqual([
      200,
      {
        ...letter,
        status: 'canceled',
        cancellation_reason: 'requested',
        preview_url: expect.stringContaining(letter.id),
        status_transitions: { ...letter.status_transitions, canceled_at: expect.any(String) },
      },
    ]);
    expect((await customer().api.get(`/letters/${letter.id}`)).body).toMatchObject({
      ...body,
      preview_url: expect.any(String),
    });
    expect(await balance()).toBe(100_000);
  });

  test('a scheduled letter: nothing was charged, so nothing is refunded', async () => {
    const letter = await create({ send_date: dateIn(10) });
    const { body } = await cancel(letter.id);
    expect(body).toMatchObject({ status: 'canceled', cancellation_reason: 'requested', send_date: letter.send_date });
    expect(body.status_transitions.received_at).toBeNull();
    expect(await balance()).toBe(100_000);
    const { body: events } = await customer().api.get(`/events?object_id=${letter.id}`);
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual(['letter.canceled', 'letter.scheduled']);
  });

  test('a canceled letter is returned unchanged', async () => {
    const letter = await create();
    const { body: canceled } = await cancel(letter.id);
    const again = await unchanged(customer().id, () => cancel(letter.id));
    expect([again.status, again.body]).toEqual([200, { ...canceled, preview_url: expect.any(String) }]);
  });

  test('repeated at the same time: one refund, one event', async () => {
    const letter = await create();
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(letter.id)));
    for (const { status, body } of answers) expect([status, body.status]).toEqual([200, 'canceled']);
    const { api } = customer();
    expect((await api.get('/balance/transactions?type=refund')).body.data).toHaveLength(1);
    expect((await api.get('/events?type=letter.canceled')).body.data).toHaveLength(1);
  });

  test.each<[string, unknown, string?]>([
    ['no body', undefined],
    ['{}', {}],
    ['an empty text', ''],
    ['no body, of another content type', undefined, 'text/plain'],
  ])('accepts %s', async (_, body, type = 'application/json') => {
    const { letter } = await storeLetter(customer().id);
    const { api } = customer();
    expect((await api.post(`/letters/${letter.id}/cancel`, body, { 'content-type': type })).status).toBe(200);
  });

  test('works while the account is suspended', async () => {
    const letter = await create();
    await useService().control.post(`/accounts/${customer().id}/suspend`);
    expect((await cancel(letter.id)).status).toBe(200);
    expect(await balance()).toBe(100_000);
  });
});
