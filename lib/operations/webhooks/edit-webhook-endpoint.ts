import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { Problem, type ValidFields } from '../../core/domain/problems.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';
import { type AllowsUrl, checkedEndpointFields, type WebhookEndpointFields } from './webhook-endpoint-fields.ts';

export interface EditWebhookEndpointDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'edit'>;
  allowsUrl: AllowsUrl;
}

export interface EditWebhookEndpointOptions extends Partial<OrderShape> {
  /** The call's response, committed with the change. */
  toResponse?: (resource: WebhookEndpointResource) => PendingResponse;
}

/** Editable fields; `state` pauses an endpoint and resumes it. */
export type WebhookEndpointChanges = Partial<WebhookEndpointFields & Pick<WebhookEndpoint, 'state'>>;

/**
 * Changes an endpoint. Pending deliveries go to the new URL. Deliveries of a paused endpoint wait without using
 * attempts, and are sent within minutes after it is resumed.
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function editWebhookEndpoint(
  { endpoints, allowsUrl }: EditWebhookEndpointDeps,
  accountId: string,
  endpointId: string,
  changes: ValidFields<WebhookEndpointChanges>,
  { toResponse, ...shape }: EditWebhookEndpointOptions = {},
): Promise<WebhookEndpointResource> {
  const checked = await checkedEndpointFields<Partial<WebhookEndpointFields>>(changes, allowsUrl, shape);
  const fields = { ...checked, ...(changes.state && { state: changes.state }) };
  const endpoint = await requireWebhookEndpoint(endpoints, accountId, endpointId);
  const resource = webhookEndpointResource({ ...endpoint, ...fields });
  if (Object.keys(fields).length === 0) return resource;
  if (!(await endpoints.edit(endpoint, fields, toResponse?.(resource)))) throw new Problem('resource_not_found');
  return resource;
}
