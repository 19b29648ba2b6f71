import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { uploadBody } from '../../../support/uploads.ts';

const customer = useCustomer();

test('a suspended account creates no upload until it is reinstated', async () => {
  const { id, api } = customer();
  const { control } = useService();
  await control.post(`/accounts/${id}/suspend`);
  const send = () => api.post('/uploads', uploadBody(), { 'idempotency-key': 'key' });
  const refused = await unchanged(id, send);
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'account_suspended' } } });
  await control.post(`/accounts/${id}/reinstate`);
  expect((await send()).status).toBe(201);
});

test('takes precedence over invalid fields', async () => {
  const { id, api } = customer();
  await useService().control.post(`/accounts/${id}/suspend`);
  expect((await api.post('/uploads', { size: 0 })).status).toBe(403);
});
