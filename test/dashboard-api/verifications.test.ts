import { expect, test } from '@jest/globals';
import { signedIn } from '../support/dashboard.ts';
import { openCustomer } from '../support/service.ts';
import { templateBody } from '../support/verifications.ts';

test('evidence names the person who asked for the verification in the dashboard (rule EVI-2)', async () => {
  const { id, api } = await openCustomer();
  const sender = await signedIn(id, 'sender');
  const { status, body } = await sender.ask('POST', `/accounts/${id}/verifications`, templateBody());
  expect(status).toBe(201);
  await api.post(`/verifications/${body.id}/cancel`);
  const { body: evidence } = await api.get(`/verifications/${body.id}/evidence`);
  const { body: people } = await sender.ask('GET', `/accounts/${id}/people`);
  expect(people.data).toHaveLength(1);
  expect([evidence.statement.source, evidence.statement.requested_by]).toEqual([
    'dashboard',
    { type: 'person', id: people.data[0].id },
  ]);
});
