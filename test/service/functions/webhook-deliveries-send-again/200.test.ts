import { describe, expect, test } from '@jest/globals';
import { describeReplays } from '../../../support/every-post.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeDelivery, storeEndpoint } from '../../../support/stored-webhooks.ts';
import { resendingRequests } from '../../../support/webhook-requests.ts';

describeReplays('POST /webhook-deliveries/{delivery_id}/send-again', 200, resendingRequests);

describe('POST /webhook-deliveries/{delivery_id}/send-again', () => {
  const customer = useCustomer();

  test.each(['delivered', 'failed', 'dropped'] as const)('one that was %s is sent again', async (state) => {
    const { id, api } = customer();
    const delivery = await storeDelivery(await storeEndpoint(id), { state });
    const { status, body } = await api.post(`/webhook-deliveries/${delivery}/send-again`);
    // Its endpoint is paused, so it waits.
    expect([status, body]).toMatchObject([200, { id: delivery, state: 'pending', next_attempt_at: null }]);
    const again = await api.post(`/webhook-deliveries/${delivery}/send-again`);
    expect(again.body).toEqual(body);
  });
});
