import { expect, test } from '@jest/globals';
import { moveLetter, storeLetter } from '../../../support/internals.ts';
import { letterBody } from '../../../support/letters.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { newTrackingCode } from '../../../support/tracking-codes.ts';

const customer = useCustomer();
const get = async (id: string) => (await customer().api.get(`/letters/${id}`)).body;

test('the letter as it was created, with a fresh link', async () => {
  const { body: created } = await customer().api.post('/letters', letterBody({ metadata: { pedido: '1' } }));
  const letter = await get(created.id);
  expect(letter).toEqual({ ...created, preview_url: expect.any(String) });
  const preview = await fetch(letter.preview_url);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('a registered letter has its tracking code once posted, and the time of every transition', async () => {
  const { id } = customer();
  const { letter } = await storeLetter(id, { postal_services: ['registered'] });
  await moveLetter(id, letter.id, { trigger: 'batch', batch_id: 'bat_1' }, { trigger: 'print' });
  expect(await get(letter.id)).toMatchObject({ status: 'printed', tracking_code: null });
  const tracking_code = newTrackingCode();
  await moveLetter(id, letter.id, { trigger: 'post', tracking_code });
  expect(await get(letter.id)).toMatchObject({
    status: 'posted',
    tracking_code,
    status_transitions: {
      received_at: expect.any(String),
      in_production_at: expect.any(String),
      printed_at: expect.any(String),
      posted_at: expect.any(String),
      canceled_at: null,
      failed_at: null,
    },
  });
});

test.each(['unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other'] as const)(
  'a failed letter says why (%s)',
  async (reason) => {
    const { id } = customer();
    const { letter } = await storeLetter(id);
    await moveLetter(id, letter.id, { trigger: 'fail', reason });
    expect(await get(letter.id)).toMatchObject({ status: 'failed', failure_reason: reason, cancellation_reason: null });
  },
);

test('can be read while the account is suspended, with any of its keys', async () => {
  const { id } = customer();
  const { letter } = await storeLetter(id);
  await useService().control.post(`/accounts/${id}/suspend`);
  expect(await get(letter.id)).toMatchObject({ id: letter.id });
});

test('has no preview 90 days after its creation', async () => {
  const { id } = customer();
  const DAY = 86_400_000;
  const old = await storeLetter(id, { created_at: Date.now() - 90 * DAY - 1000 });
  const recent = await storeLetter(id, { created_at: Date.now() - 90 * DAY + 60_000 });
  expect((await get(old.letter.id)).preview_url).toBeNull();
  expect((await get(recent.letter.id)).preview_url).toEqual(expect.any(String));
});
