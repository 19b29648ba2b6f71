import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import { type WebhookEndpointResource, webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';

/** An account's endpoints, oldest first; at most ten, so there are no pages. */
export async function listWebhookEndpoints(
  endpoints: Pick<WebhookEndpoints, 'list'>,
  accountId: string,
): Promise<WebhookEndpointResource[]> {
  return (await endpoints.list(accountId)).map(webhookEndpointResource);
}
