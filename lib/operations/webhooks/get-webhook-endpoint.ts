import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import { Problem } from '../../core/domain/problems.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';

/** @throws Problem resource_not_found */
export async function getWebhookEndpoint(
  endpoints: Pick<WebhookEndpoints, 'find'>,
  accountId: string,
  endpointId: string,
): Promise<WebhookEndpointResource> {
  const endpoint = await endpoints.find(accountId, endpointId);
  if (!endpoint) throw new Problem('resource_not_found');
  return webhookEndpointResource(endpoint);
}
