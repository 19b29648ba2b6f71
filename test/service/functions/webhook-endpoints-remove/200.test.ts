import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import { NOBODY, storeDelivery, storeEndpoint } from '../../../support/stored-webhooks.ts';

const customer = useCustomer();

test('an endpoint is gone immediately, and makes room for another', async () => {
  const { id, api } = customer();
  const endpoints = [];
  // The list is ordered by their instants.
  const now = Date.now();
  for (let count = 0; count < 10; count++) endpoints.push(await storeEndpoint(id, { created_at: now + count }));
  const [removed, ...others] = endpoints.map((endpoint) => endpoint.id);
  const delivery = await storeDelivery(endpoints[0]!);
  const path = `/webhook-endpoints/${removed}`;
  const { status, body } = await api.ask('DELETE', path);
  expect([status, body]).toEqual([200, { id: removed, object: 'webhook_endpoint', deleted: true }]);
  expect((await api.get(path)).status).toBe(404);
  expect((await api.ask('DELETE', path)).status).toBe(404);
  expect((await api.post(`/webhook-deliveries/${delivery}/send-again`)).status).toBe(404);
  const { body: list } = await api.get('/webhook-endpoints');
  expect(list.data.map((endpoint: { id: string }) => endpoint.id)).toEqual(others.toReversed());
  expect((await api.post('/webhook-endpoints', { url: NOBODY })).status).toBe(201);
});

test('a body is ignored', async () => {
  const { id, api } = customer();
  const path = `/webhook-endpoints/${(await storeEndpoint(id)).id}`;
  expect((await api.ask('DELETE', path, '{', { 'content-type': 'text/plain' })).status).toBe(200);
});
