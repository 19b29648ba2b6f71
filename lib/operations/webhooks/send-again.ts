import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { sentAgain, type Step } from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import { instantOfId } from '../../core/domain/ids.ts';
import type { Delivery, DeliveryLog, WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { findWebhookDelivery } from './get-webhook-delivery.ts';
import { deliveriesTo } from './list-webhook-deliveries.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';

export interface SendAgainDeps {
  endpoints: Pick<WebhookEndpoints, 'find'>;
  deliveries: Pick<Deliveries, 'findLog' | 'log' | 'replaceAll'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
  /** Reports that a message was not queued; the sweep finds its delivery within a minute. */
  reportUnqueued: (error: unknown) => void;
}

/**
 * Sends the event of a terminal delivery again to its endpoint: the same `webhook-id`, one attempt (rule HOOK-9). A
 * pending delivery stays unchanged.
 * @param toResponse the call's response, committed with the change; a pending delivery changes nothing
 * @throws Problem resource_not_found, also once the endpoint is removed
 */
export async function sendDeliveryAgain(
  deps: SendAgainDeps,
  accountId: string,
  deliveryId: string,
  toResponse?: (log: DeliveryLog) => PendingResponse,
): Promise<DeliveryLog> {
  const { delivery, attempts } = await findWebhookDelivery(deps, accountId, deliveryId);
  const endpoint = await requireWebhookEndpoint(deps.endpoints, accountId, delivery.endpoint_id);
  const [sent] = await send(deps, [delivery], endpoint, ([{ after }]) => toResponse?.({ delivery: after, attempts }));
  return sent ? { delivery: sent.after, attempts } : findWebhookDelivery(deps, accountId, deliveryId);
}

/** Deliveries that one call sends again: one transaction of at most 100 writes, with the call's response. */
export const MOST_AT_ONCE = 90;

/**
 * Sends the failed deliveries of events since an instant again, newest first, one attempt each.
 * @param since epoch milliseconds
 * @param toResponse the call's response, committed with the deliveries
 * @returns `count`: the deliveries that are pending again; `has_more`: whether others are left for another call
 * @throws Problem resource_not_found
 */
export async function sendFailedAgain(
  deps: SendAgainDeps,
  accountId: string,
  endpointId: string,
  since: number,
  toResponse?: (sending: Sending) => PendingResponse,
): Promise<Sending> {
  const endpoint = await requireWebhookEndpoint(deps.endpoints, accountId, endpointId);
  const failed: Delivery[] = [];
  for await (const { delivery } of deliveriesTo(deps.deliveries, endpointId)) {
    if (instantOfId(delivery.event_id) < since || failed.length > MOST_AT_ONCE) break;
    if (delivery.state === 'failed') failed.push(delivery);
  }
  const sendingOf = ({ length: count }: { length: number }): Sending => ({
    count,
    has_more: failed.length > MOST_AT_ONCE,
  });
  const wanted = failed.slice(0, MOST_AT_ONCE);
  return sendingOf(await send(deps, wanted, endpoint, (sent) => toResponse?.(sendingOf(sent))));
}

export interface Sending {
  count: number;
  has_more: boolean;
}

interface SentAgain extends Step {
  before: Delivery;
  after: Delivery;
}

/** Leaves out those that are pending already, also because of another caller. */
async function send(
  { deliveries, queues, settings, now, reportUnqueued }: SendAgainDeps,
  wanted: readonly Delivery[],
  endpoint: WebhookEndpoint,
  toResponse: (sent: readonly [SentAgain, ...SentAgain[]]) => PendingResponse | undefined,
): Promise<readonly SentAgain[]> {
  const changes = wanted
    .filter(({ state }) => state !== 'pending')
    .map((before): SentAgain => {
      const step = sentAgain(before, endpoint, now(), settings);
      return { ...step, before, after: step.delivery };
    });
  const sent = await deliveries.replaceAll(changes, (left) => toResponse(left as [SentAgain, ...SentAgain[]]));
  const messages = sent.flatMap(({ message }) => message ?? []);
  if (messages.length > 0) await queues.send(messages).catch(reportUnqueued);
  return sent;
}
