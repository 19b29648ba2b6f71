import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import { sentAgain } from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import { instantOfId } from '../../core/domain/ids.ts';
import type { Delivery, DeliveryLog, WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { concurrently } from '../concurrently.ts';
import { findWebhookDelivery } from './get-webhook-delivery.ts';
import { deliveriesTo } from './list-webhook-deliveries.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';

export interface SendAgainDeps {
  endpoints: Pick<WebhookEndpoints, 'find'>;
  deliveries: Pick<Deliveries, 'findLog' | 'log' | 'replace'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
  /** Reports that a message was not queued; the sweep finds its delivery within a minute. */
  reportUnqueued: (error: unknown) => void;
}

/**
 * Sends the event of a terminal delivery again to its endpoint: the same `webhook-id`, one attempt (rule HOOK-9). A
 * pending delivery stays unchanged.
 * @throws Problem resource_not_found, also once the endpoint is removed
 */
export async function sendDeliveryAgain(
  deps: SendAgainDeps,
  accountId: string,
  deliveryId: string,
): Promise<DeliveryLog> {
  const { delivery } = await findWebhookDelivery(deps, accountId, deliveryId);
  const endpoint = await requireWebhookEndpoint(deps.endpoints, accountId, delivery.endpoint_id);
  await send(deps, delivery, endpoint);
  return findWebhookDelivery(deps, accountId, deliveryId);
}

/** Deliveries that one call sends again; each costs a read and a write. */
const MOST_AT_ONCE = 500;
const SIDE_BY_SIDE = 20;

/**
 * Sends the failed deliveries of events since an instant again, newest first, one attempt each.
 * @param since epoch milliseconds
 * @returns `count`: the deliveries that are pending again; `has_more`: whether others are left for another call
 * @throws Problem resource_not_found
 */
export async function sendFailedAgain(
  deps: SendAgainDeps,
  accountId: string,
  endpointId: string,
  since: number,
): Promise<{ count: number; has_more: boolean }> {
  const endpoint = await requireWebhookEndpoint(deps.endpoints, accountId, endpointId);
  const failed: Delivery[] = [];
  for await (const { delivery } of deliveriesTo(deps.deliveries, endpointId)) {
    if (instantOfId(delivery.event_id) < since || failed.length > MOST_AT_ONCE) break;
    if (delivery.state === 'failed') failed.push(delivery);
  }
  const wanted = failed.slice(0, MOST_AT_ONCE);
  const sent = await concurrently(wanted, SIDE_BY_SIDE, (delivery) => send(deps, delivery, endpoint));
  return { count: sent.filter(Boolean).length, has_more: failed.length > MOST_AT_ONCE };
}

/** False if it is already pending, also because of another caller. */
async function send(
  { deliveries, queues, settings, now, reportUnqueued }: SendAgainDeps,
  delivery: Delivery,
  endpoint: WebhookEndpoint,
): Promise<boolean> {
  if (delivery.state === 'pending') return false;
  const step = sentAgain(delivery, endpoint, now(), settings);
  if (!(await deliveries.replace(delivery, step.delivery))) return false;
  if (step.message) await queues.send([step.message]).catch(reportUnqueued);
  return true;
}
