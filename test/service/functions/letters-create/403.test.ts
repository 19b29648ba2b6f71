import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { dateIn, letterBody } from '../../../support/letters.ts';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';

const customer = useCustomer();
const suspended = { status: 403, body: { error: { code: 'account_suspended' } } };
const suspend = (id: string) => useService().control.post(`/accounts/${id}/suspend`);

test('a suspended account creates no letter until it is reinstated', async () => {
  const { id, api } = customer();
  await suspend(id);
  const send = () => api.post('/letters', letterBody(), { 'idempotency-key': 'key' });
  expect(await unchanged(id, send)).toMatchObject(suspended);
  await useService().control.post(`/accounts/${id}/reinstate`);
  expect((await send()).status).toBe(201);
});

test('a suspended account schedules no letter either', async () => {
  const { id, api } = customer();
  await suspend(id);
  const send_date = dateIn(10);
  expect(await unchanged(id, () => api.post('/letters', letterBody({ send_date })))).toMatchObject(suspended);
});

test('takes precedence over invalid fields and an empty balance', async () => {
  const { id, api } = await openCustomer({ balance: 0 });
  await suspend(id);
  expect(await api.post('/letters', {})).toMatchObject(suspended);
  expect(await api.post('/letters', letterBody())).toMatchObject(suspended);
});
