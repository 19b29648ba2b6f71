import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';

/** @throws Problem resource_not_found */
export async function getWebhookEndpoint(
  endpoints: Pick<WebhookEndpoints, 'find'>,
  accountId: string,
  endpointId: string,
): Promise<WebhookEndpointResource> {
  return webhookEndpointResource(await requireWebhookEndpoint(endpoints, accountId, endpointId));
}
