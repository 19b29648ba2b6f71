import { describe, expect, test } from '@jest/globals';
import { describeReplays } from '../../../support/every-post.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { NOBODY } from '../../../support/stored-webhooks.ts';
import { endpointRequests } from '../../../support/webhook-requests.ts';

describeReplays('POST /webhook-endpoints', 201, endpointRequests);

describe('POST /webhook-endpoints', () => {
  const customer = useCustomer();
  const create = (fields = {}) => customer().api.post('/webhook-endpoints', { url: NOBODY, ...fields });

  test('an endpoint is active immediately with all events; its secret is never shown again', async () => {
    const { status, body } = await create();
    const { secret, ...endpoint } = body;
    expect([status, endpoint]).toMatchObject([201, { url: NOBODY, events: ['*'], state: 'active', health: null }]);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBeGreaterThanOrEqual(24);
    const { api } = customer();
    expect((await api.get(`/webhook-endpoints/${endpoint.id}`)).body).toEqual(endpoint);
    expect((await api.get('/webhook-endpoints')).body.data).toEqual([endpoint]);
    expect((await create()).body.secret).not.toBe(secret);
  });

  test('duplicate event types are kept once', async () => {
    const events = ['letter.posted', 'verification.verified'];
    expect((await create({ events })).body.events).toEqual(events);
  });

  test('a suspended account may change its endpoints', async () => {
    await useService().control.post(`/accounts/${customer().id}/suspend`);
    expect((await create()).status).toBe(201);
  });
});
