import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { type AllowsUrl, checkedEndpointFields, type WebhookEndpointFields } from './webhook-endpoint-fields.ts';

export interface EditWebhookEndpointDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'set'>;
  allowsUrl: AllowsUrl;
}

/** What can be changed; `state` pauses an endpoint and resumes it. */
export type WebhookEndpointChanges = Partial<WebhookEndpointFields & Pick<WebhookEndpoint, 'state'>>;

/**
 * Changes an endpoint. Pending deliveries go to the new URL. Those of a paused endpoint wait without using up attempts, and go
 * out within minutes after it is resumed.
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function editWebhookEndpoint(
  { endpoints, allowsUrl }: EditWebhookEndpointDeps,
  accountId: string,
  endpointId: string,
  changes: WebhookEndpointChanges,
): Promise<WebhookEndpointResource> {
  const checked = await checkedEndpointFields(changes, allowsUrl);
  const fields = { ...checked, ...(changes.state && { state: changes.state }) };
  const isChange = Object.keys(fields).length > 0;
  const endpoint = isChange
    ? await endpoints.set({ account_id: accountId, id: endpointId }, fields)
    : await endpoints.find(accountId, endpointId);
  if (!endpoint) throw new Problem('resource_not_found');
  return webhookEndpointResource(endpoint);
}
