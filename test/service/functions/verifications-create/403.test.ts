import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useCustomer();

test('a suspended account creates no verification until it is reinstated', async () => {
  const { id, api } = customer();
  const { control } = useService();
  await control.post(`/accounts/${id}/suspend`);
  const send = () => api.post('/verifications', templateBody(), { 'idempotency-key': 'key' });
  const answer = await unchanged(id, send);
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'account_suspended' } } });
  await control.post(`/accounts/${id}/reinstate`);
  expect((await send()).status).toBe(201);
});
