import { healthOf } from '../domain/recent-calls.ts';
import type { WebhookEndpoint } from '../domain/webhooks.ts';
import type { WebhookEndpointResource } from '../schemas/webhook.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** A webhook endpoint without its secrets, which are shown once. */
export function webhookEndpointResource(endpoint: WebhookEndpoint): WebhookEndpointResource {
  const health = healthOf(endpoint.calls?.recent ?? '');
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: [...endpoint.events],
    state: endpoint.state,
    health: health && { ...health, last_failure_at: timestampOrNull(endpoint.calls!.last_failure_at) },
    failing_since: timestampOrNull(endpoint.failing?.told_at === undefined ? null : endpoint.failing.since),
    last_success_at: timestampOrNull(endpoint.calls?.last_success_at ?? null),
    created_by: endpoint.created_by ?? null,
    created_at: timestamp(endpoint.created_at),
  };
}
