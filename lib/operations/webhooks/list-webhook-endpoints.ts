import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';

/** An account's endpoints, oldest first; at most ten, so there are no pages. */
export async function listWebhookEndpoints(
  endpoints: Pick<WebhookEndpoints, 'list'>,
  accountId: string,
): Promise<WebhookEndpointResource[]> {
  return (await endpoints.list(accountId)).map(webhookEndpointResource);
}
