import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';

/** @throws Problem resource_not_found */
export async function requireWebhookEndpoint(
  endpoints: Pick<WebhookEndpoints, 'find'>,
  accountId: string,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpoints.find(accountId, endpointId);
  if (!endpoint) throw new Problem('resource_not_found');
  return endpoint;
}
