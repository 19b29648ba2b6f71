import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { dateIn, letterBody } from '../../../support/letters.ts';
import { openCustomer, useService } from '../../../support/service.ts';

/** Pay as you go, one page, no extras (data/prices.json). */
const PRICE = 690;
const REGISTERED = 1390;

const insufficient = { status: 402, body: { error: { code: 'insufficient_balance' } } };
const poor = (balance: number) => openCustomer({ balance });

test.each([
  ['nothing', 0, {}],
  ['a centavo less than the price', PRICE - 1, {}],
  ['a centavo less than the price with its services', PRICE + REGISTERED - 1, { postal_services: ['registered'] }],
])('a balance of %s: no letter, no file, no event, no charge', async (_, balance, fields) => {
  const { id, api } = await poor(balance);
  const answer = await unchanged(id, () => api.post('/letters', letterBody(fields), { 'idempotency-key': 'key' }));
  expect(answer).toMatchObject(insufficient);
  const reais = (centavos: number) => `R$ ${(centavos / 100).toFixed(2).replace('.', ',')}`;
  const price = 'postal_services' in fields ? PRICE + REGISTERED : PRICE;
  expect(answer.body.error.message).toBe(
    `O saldo da conta (${reais(balance)}) não cobre o preço (${reais(price)}). Adicione saldo e repita a requisição.`,
  );
  expect((await api.get('/balance')).body.amount).toBe(balance);
});

test('a balance of exactly the price is enough, once', async () => {
  const { id, api } = await poor(PRICE);
  expect((await api.post('/letters', letterBody())).status).toBe(201);
  expect((await api.get('/balance')).body.amount).toBe(0);
  expect(await unchanged(id, () => api.post('/letters', letterBody()))).toMatchObject(insufficient);
});

test('a top-up makes the same request pass, with the same key', async () => {
  const { id, api } = await poor(PRICE - 1);
  const send = () => api.post('/letters', letterBody(), { 'idempotency-key': 'key' });
  expect(await send()).toMatchObject(insufficient);
  await useService().control.post(`/accounts/${id}/credits`, { amount: 1 });
  const made = await send();
  expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('of several concurrent requests, as many succeed as the balance covers', async () => {
  const { api } = await poor(2 * PRICE + 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.post('/letters', letterBody())));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 402, 402, 402, 402]);
  expect((await api.get('/balance')).body.amount).toBe(1);
  expect((await api.get('/letters')).body.data).toHaveLength(2);
  expect((await api.get('/balance/transactions')).body.data).toMatchObject([
    { type: 'letter', balance_after: 1 },
    { type: 'letter', balance_after: PRICE + 1 },
    { type: 'top_up', balance_after: 2 * PRICE + 1 },
  ]);
});

test('a scheduled letter needs no balance yet', async () => {
  const { api } = await poor(0);
  const send_date = dateIn(10);
  expect(await api.post('/letters', letterBody({ send_date }))).toMatchObject({
    status: 201,
    body: { status: 'scheduled' },
  });
});

test('invalid fields are reported first', async () => {
  const { api } = await poor(0);
  expect((await api.post('/letters', letterBody({ color: 1 }))).status).toBe(422);
});
