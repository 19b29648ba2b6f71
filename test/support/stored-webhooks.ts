import { randomBytes } from 'node:crypto';
import { openDeliveries } from '../../lib/adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { type Delivery, deliveryId, type WebhookEndpoint } from '../../lib/core/domain/webhooks.ts';
import { sharedTable, unknownId } from './internals.ts';
import type { ListExample } from './lists.ts';

/** A local port without a listener: a call fails immediately. */
export const NOBODY = 'http://127.0.0.1:9/hooks';

/** Stores a paused endpoint that wants no event of the tests: nothing happens to it automatically. */
export async function storeEndpoint(
  accountId: string,
  fields: Partial<WebhookEndpoint> = {},
): Promise<WebhookEndpoint> {
  const created_at = fields.created_at ?? Date.now();
  const endpoint: WebhookEndpoint = {
    id: createId('webhook_endpoint', created_at, randomBytes),
    account_id: accountId,
    url: NOBODY,
    events: ['letter.updated'],
    state: 'paused',
    secrets: [],
    created_at,
    slow_until: 0,
    ...fields,
  };
  const outcome = await openWebhookEndpoints(sharedTable()).create(endpoint);
  if (outcome !== 'created') throw new Error(`the endpoint was not created: ${outcome}`);
  return endpoint;
}

/** Stores an ended delivery to an endpoint and returns its id. */
export async function storeDelivery(endpoint: WebhookEndpoint, fields: Partial<Delivery> = {}): Promise<string> {
  const created_at = fields.created_at ?? Date.now();
  const delivery: Delivery = {
    event_id: createId('event', created_at, randomBytes),
    endpoint_id: endpoint.id,
    account_id: endpoint.account_id,
    event_type: 'letter.received',
    state: 'delivered',
    attempt: 1,
    not_before: created_at,
    queued_for: created_at,
    due_at: created_at,
    sweeps: 0,
    lease_until: 0,
    attempts: [],
    created_at,
    revision: 0,
    ...fields,
  };
  if (!(await openDeliveries(sharedTable(), Date.now).create(delivery))) throw new Error('there is one already');
  return deliveryId(delivery);
}

/** An id that the service could have given. */
export const unknownDeliveryId = () =>
  deliveryId({ event_id: unknownId('event'), endpoint_id: unknownId('webhook_endpoint') });

/** GET /webhook-deliveries. */
export const webhookDeliveries: ListExample = {
  path: '/webhook-deliveries',
  seed: async (accountId, instants) => {
    const endpoint = await storeEndpoint(accountId);
    return Promise.all(instants.map((created_at) => storeDelivery(endpoint, { created_at })));
  },
  filter: 'state=delivered',
  otherFilter: 'event_id=evt_1',
};
