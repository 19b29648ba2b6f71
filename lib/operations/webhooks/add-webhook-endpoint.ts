import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { Secrets } from '../../adapters/webhooks/secrets.ts';
import type { Identity, OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { Problem, type ValidFields } from '../../core/domain/problems.ts';
import { MOST_ENDPOINTS } from '../../core/domain/webhooks.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { type AllowsUrl, checkedEndpointFields, type WebhookEndpointFields } from './webhook-endpoint-fields.ts';

export interface AddWebhookEndpointDeps {
  endpoints: Pick<WebhookEndpoints, 'create'>;
  secrets: Pick<Secrets, 'issue'>;
  allowsUrl: AllowsUrl;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface AddWebhookEndpointOptions extends Partial<OrderShape> {
  /** The endpoint's identity, the same for every retry with one Idempotency-Key. */
  identity?: Identity;
  /** The person or the API key that makes it. */
  createdBy?: string | undefined;
  /** The call's response with the secret sealed, committed with the endpoint. */
  toResponse?: (sealedAnswer: object) => PendingResponse;
}

/**
 * Registers a receiver of an account's events.
 * @returns the endpoint and its signing secret, which cannot be read again
 * @throws Problem invalid_parameters, also if the account already has ten endpoints · resource_not_found without the
 * account
 */
export async function addWebhookEndpoint(
  { endpoints, secrets, allowsUrl, now, randomBytes }: AddWebhookEndpointDeps,
  accountId: string,
  sent: ValidFields<WebhookEndpointFields>,
  { identity, createdBy, toResponse, ...shape }: AddWebhookEndpointOptions = {},
): Promise<{ endpoint: WebhookEndpointResource; secret: string }> {
  const { url, events } = await checkedEndpointFields<WebhookEndpointFields>(sent, allowsUrl, shape);
  const createdAt = identity?.created_at ?? now();
  const id = identity?.id ?? createId('webhook_endpoint', createdAt, randomBytes);
  const { secret, sealed } = await secrets.issue({ accountId, endpointId: id }, randomBytes);
  const endpoint = {
    id,
    account_id: accountId,
    url,
    events,
    state: 'active' as const,
    secrets: [{ sealed, created_at: createdAt, expires_at: null }],
    created_at: createdAt,
    created_by: createdBy ?? null,
    slow_until: 0,
  };
  const resource = webhookEndpointResource(endpoint);
  const outcome = await endpoints.create(endpoint, toResponse?.({ ...resource, secret: sealed }));
  if (outcome === 'account_unknown') throw new Problem('resource_not_found');
  if (outcome === 'full') {
    throw Problem.invalid([{ param: 'webhook_endpoints', code: 'too_long', values: { max_items: MOST_ENDPOINTS } }]);
  }
  return { endpoint: resource, secret };
}
