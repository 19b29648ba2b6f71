import { expect, test } from '@jest/globals';
import { letterBody } from '../../../support/letters.ts';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';

const customer = useCustomer();
const balance = async () => (await customer().api.get('/balance')).body;

test('is in centavos', async () => {
  expect(await balance()).toEqual({ object: 'balance', amount: 100_000, currency: 'BRL' });
});

test('is zero before the first top-up', async () => {
  const { api } = await openCustomer({ balance: 0 });
  expect((await api.get('/balance')).body.amount).toBe(0);
});

test('follows top-ups, charges and refunds at once', async () => {
  const { id, api } = customer();
  await useService().control.post(`/accounts/${id}/credits`, { amount: 1 });
  expect((await balance()).amount).toBe(100_001);
  const { body: letter } = await api.post('/letters', letterBody());
  expect((await balance()).amount).toBe(100_001 - letter.price.total);
  await api.post(`/letters/${letter.id}/cancel`);
  expect((await balance()).amount).toBe(100_001);
});

test('can be read while the account is suspended', async () => {
  await useService().control.post(`/accounts/${customer().id}/suspend`);
  expect((await balance()).amount).toBe(100_000);
});
