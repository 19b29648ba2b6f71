import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { Secrets } from '../../adapters/webhooks/secrets.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { HOUR_MS } from '../../core/domain/units.ts';
import { DEFAULT_OVERLAP_HOURS, rotatedSecrets } from '../../core/domain/webhooks.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';

export interface RotateWebhookSecretDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'replaceSecrets'>;
  secrets: Pick<Secrets, 'issue'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Creates a new signing secret for an endpoint. Earlier secrets also sign for `overlap` milliseconds, so that the
 * receiver can switch without losing a delivery; use 0 if a secret has leaked.
 * @param toResponse the call's response with the secret sealed, committed with the new secret
 * @returns the endpoint and its new secret, which cannot be read again
 * @throws Problem resource_not_found
 */
export async function rotateWebhookSecret(
  { endpoints, secrets, now, randomBytes }: RotateWebhookSecretDeps,
  accountId: string,
  endpointId: string,
  overlap = DEFAULT_OVERLAP_HOURS * HOUR_MS,
  toResponse?: (sealedAnswer: object) => PendingResponse,
): Promise<{ endpoint: WebhookEndpointResource; secret: string }> {
  const { secret, sealed } = await secrets.issue({ accountId, endpointId }, randomBytes);
  // After a concurrent rotation, this one starts again, so that neither new secret is lost.
  for (;;) {
    const endpoint = await requireWebhookEndpoint(endpoints, accountId, endpointId);
    const resource = webhookEndpointResource(endpoint);
    const answer = toResponse?.({ ...resource, secret: sealed });
    if (await endpoints.replaceSecrets(endpoint, rotatedSecrets(endpoint, sealed, now(), overlap), answer))
      return { endpoint: resource, secret };
  }
}
