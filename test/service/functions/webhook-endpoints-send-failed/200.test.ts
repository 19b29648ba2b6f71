import { describe, expect, test } from '@jest/globals';
import { describeReplays } from '../../../support/every-post.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeDelivery, storeEndpoint } from '../../../support/stored-webhooks.ts';
import { sendingRequests } from '../../../support/webhook-requests.ts';

describeReplays('POST /webhook-endpoints/{endpoint_id}/send-failed', 200, sendingRequests);

describe('POST /webhook-endpoints/{endpoint_id}/send-failed', () => {
  const customer = useCustomer();

  test('resends the failed deliveries of events since an instant, to this endpoint only', async () => {
    const { id, api } = customer();
    const [endpoint, other] = [await storeEndpoint(id), await storeEndpoint(id)];
    const since = Math.floor(Date.now() / 1000) * 1000 - 60_000;
    const at = (offset: number) => ({ state: 'failed' as const, created_at: since + offset });
    const failed = [await storeDelivery(endpoint, at(0)), await storeDelivery(endpoint, at(5_000))];
    const others = [
      await storeDelivery(endpoint, at(-1_000)),
      await storeDelivery(other, at(0)),
      await storeDelivery(endpoint, { ...at(0), state: 'delivered' }),
    ];
    const { status, body } = await api.post(`/webhook-endpoints/${endpoint.id}/send-failed`, {
      since: new Date(since).toISOString(),
    });
    expect([status, body]).toEqual([
      200,
      { object: 'webhook_sending', endpoint_id: endpoint.id, count: 2, has_more: false },
    ]);
    const { body: pending } = await api.get('/webhook-deliveries?state=pending');
    expect(pending.data.map((delivery: { id: string }) => delivery.id)).toEqual(failed.toReversed());
    expect((await api.get('/webhook-deliveries')).body.data).toHaveLength(failed.length + others.length);
  });
});
