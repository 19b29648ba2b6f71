import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listenHttp, readBody } from '../../../modules/webhooks/support/receiver.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { NOBODY } from '../../../support/stored-webhooks.ts';
import { testRequests } from '../../../support/webhook-requests.ts';

describeReplays('POST /webhook-endpoints/{endpoint_id}/test', 200, testRequests);

describe('POST /webhook-endpoints/{endpoint_id}/test', () => {
  const customer = useCustomer();

  test.each([200, 302, 500])('reports that a receiver responded %i to a signed test', async (answered) => {
    const { id, api } = customer();
    const got: { body: string; headers: Record<string, string> }[] = [];
    const hook = await listenHttp(async (request, response) => {
      got.push({ body: await readBody(request), headers: request.headers as Record<string, string> });
      response.writeHead(answered).end('noted');
    });
    try {
      const { body: endpoint } = await api.post('/webhook-endpoints', { url: hook.url });
      const { status, body } = await unchanged(id, () => api.post(`/webhook-endpoints/${endpoint.id}/test`));
      expect([status, body]).toEqual([
        200,
        {
          object: 'webhook_test',
          endpoint_id: endpoint.id,
          status: answered,
          error: null,
          answer: 'noted',
          duration_ms: expect.any(Number),
        },
      ]);
      expect(got).toHaveLength(1);
      const event = new Webhook(endpoint.secret).verify(got[0]!.body, got[0]!.headers);
      expect(event).toMatchObject({ type: 'webhook.test', data: { object: 'letter' } });
      expect((await api.get('/events')).body.data).toEqual([]);
      expect((await api.get('/webhook-deliveries')).body.data).toEqual([]);
    } finally {
      await hook.close();
    }
  });

  test('reports that nothing listens at the URL', async () => {
    const { api } = customer();
    const { body: endpoint } = await api.post('/webhook-endpoints', { url: NOBODY });
    const { status, body } = await api.post(`/webhook-endpoints/${endpoint.id}/test`);
    expect([status, body]).toMatchObject([200, { status: null, error: 'connect_failed', answer: null }]);
  });
});
