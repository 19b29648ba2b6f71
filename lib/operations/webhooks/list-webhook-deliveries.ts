import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import { Problem } from '../../core/domain/problems.ts';
import { webhookDeliveryResource } from '../../core/resources/webhook-delivery.ts';
import type { WebhookDeliveryResource } from '../../core/schemas/webhook.ts';

export interface ListWebhookDeliveriesDeps {
  endpoints: Pick<WebhookEndpoints, 'find'>;
  deliveries: Pick<Deliveries, 'log'>;
}

const PAGE = 100;

/**
 * The log of an endpoint: its deliveries of the last 30 days with every attempt, the newest event first, a hundred at a
 * time. A removed endpoint has no log any more.
 * @param afterEventId last event of the page before
 * @throws Problem resource_not_found
 */
export async function listWebhookDeliveries(
  { endpoints, deliveries }: ListWebhookDeliveriesDeps,
  accountId: string,
  endpointId: string,
  afterEventId?: string,
): Promise<WebhookDeliveryResource[]> {
  if (!(await endpoints.find(accountId, endpointId))) throw new Problem('resource_not_found');
  return (await deliveries.log(endpointId, PAGE, afterEventId)).map(webhookDeliveryResource);
}
