import type { WebhookEndpoint } from '../domain/webhooks.ts';
import type { WebhookEndpointResource } from '../schemas/webhook.ts';
import { timestamp } from './timestamps.ts';

/** A webhook endpoint as the dashboard shows it: without its secrets, which are shown once. */
export function webhookEndpointResource(endpoint: WebhookEndpoint): WebhookEndpointResource {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: [...endpoint.events],
    state: endpoint.state,
    created_at: timestamp(endpoint.created_at),
  };
}
