import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { openCustomer, useService } from '../../../support/service.ts';
import { ownPdfBody, templateBody } from '../../../support/verifications.ts';

/** Pay as you go: a sheet, and a colored side (data/prices.json). */
const PRICE = 690;

const insufficient = { status: 402, body: { error: { code: 'insufficient_balance' } } };

test.each([
  ['the template', PRICE - 1, templateBody()],
  ['a colored PDF', PRICE, ownPdfBody({ color: true })],
])('a balance too small for %s: no verification, no file, no event, no charge', async (_, balance, body) => {
  const { id, api } = await openCustomer({ balance });
  const answer = await unchanged(id, () => api.post('/verifications', body, { 'idempotency-key': 'key' }));
  expect(answer).toMatchObject(insufficient);
});

test('a top-up makes the same request pass, with the same key', async () => {
  const { id, api } = await openCustomer({ balance: PRICE - 1 });
  const send = () => api.post('/verifications', templateBody(), { 'idempotency-key': 'key' });
  expect(await send()).toMatchObject(insufficient);
  await useService().control.post(`/accounts/${id}/credits`, { amount: 1 });
  expect((await send()).status).toBe(201);
  expect((await api.get('/balance')).body.amount).toBe(0);
});
