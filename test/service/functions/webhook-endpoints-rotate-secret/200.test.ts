import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listenHttp, readBody } from '../../../modules/webhooks/support/receiver.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { useCustomer } from '../../../support/service.ts';
import { rotationRequests } from '../../../support/webhook-requests.ts';

describeReplays('POST /webhook-endpoints/{endpoint_id}/rotate-secret', 200, rotationRequests);

describe('POST /webhook-endpoints/{endpoint_id}/rotate-secret', () => {
  const customer = useCustomer();

  test.each([
    ['with both secrets for a day by default', {}, true],
    ['with only the new one if there is no overlap', { overlap_hours: 0 }, false],
  ])('events are signed %s', async (_, rotation, bySecretBefore) => {
    const { api } = customer();
    const signed: { body: string; headers: Record<string, string> }[] = [];
    const hook = await listenHttp(async (request, response) => {
      signed.push({ body: await readBody(request), headers: request.headers as Record<string, string> });
      response.end();
    });
    try {
      const { body: made } = await api.post('/webhook-endpoints', { url: hook.url });
      const { status, body } = await api.post(`/webhook-endpoints/${made.id}/rotate-secret`, rotation);
      expect([status, body]).toEqual([200, { ...made, secret: expect.stringMatching(/^whsec_/) }]);
      expect(body.secret).not.toBe(made.secret);
      await api.post(`/webhook-endpoints/${made.id}/test`);
      const verify = (secret: string) => new Webhook(secret).verify(signed[0]!.body, signed[0]!.headers);
      expect(() => verify(body.secret)).not.toThrow();
      if (bySecretBefore) expect(() => verify(made.secret)).not.toThrow();
      else expect(() => verify(made.secret)).toThrow();
    } finally {
      await hook.close();
    }
  });
});
