import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import { NOBODY, storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useCustomer();

test('the endpoint without its secrets', async () => {
  const { id, api } = customer();
  const endpoint = await storeEndpoint(id);
  const { status, body } = await api.get(`/webhook-endpoints/${endpoint.id}`);
  expect([status, body]).toEqual([
    200,
    {
      id: endpoint.id,
      object: 'webhook_endpoint',
      url: NOBODY,
      events: ['letter.updated'],
      state: 'paused',
      health: null,
      failing_since: null,
      created_by: null,
      last_success_at: null,
      created_at: expect.any(String),
    },
  ]);
});
