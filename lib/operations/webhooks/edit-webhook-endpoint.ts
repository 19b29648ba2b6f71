import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { Answering } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';
import { type AllowsUrl, checkedEndpointFields, type WebhookEndpointFields } from './webhook-endpoint-fields.ts';

export interface EditWebhookEndpointDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'edit'>;
  allowsUrl: AllowsUrl;
}

/** Editable fields; `state` pauses an endpoint and resumes it. */
export type WebhookEndpointChanges = Partial<WebhookEndpointFields & Pick<WebhookEndpoint, 'state'>>;

/**
 * Changes an endpoint. Pending deliveries go to the new URL. Deliveries of a paused endpoint wait without using
 * attempts, and are sent within minutes after it is resumed.
 * @param answering the call's response, committed with the change
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function editWebhookEndpoint(
  { endpoints, allowsUrl }: EditWebhookEndpointDeps,
  accountId: string,
  endpointId: string,
  changes: WebhookEndpointChanges,
  answering?: (resource: WebhookEndpointResource) => Answering,
): Promise<WebhookEndpointResource> {
  const checked = await checkedEndpointFields(changes, allowsUrl);
  const fields = { ...checked, ...(changes.state && { state: changes.state }) };
  const endpoint = await requireWebhookEndpoint(endpoints, accountId, endpointId);
  const resource = webhookEndpointResource({ ...endpoint, ...fields });
  if (Object.keys(fields).length === 0) return resource;
  if (!(await endpoints.edit(endpoint, fields, answering?.(resource)))) throw new Problem('resource_not_found');
  return resource;
}
