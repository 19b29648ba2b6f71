import type { StoredEvent } from '../../core/domain/events.ts';
import type { HealthChange } from '../../core/domain/failing-endpoints.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import type { WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { eventOf } from '../../core/resources/event.ts';
import { webhookEndpointHealthResource } from '../../core/resources/webhook-endpoint-health.ts';

export interface HealthEventDeps {
  now: () => number;
  randomBytes: RandomBytes;
}

/** The event about the health of an endpoint; it is sent to the account's other endpoints (rule HOOK-12). */
export function healthEvent(
  { now, randomBytes }: HealthEventDeps,
  endpoint: WebhookEndpoint,
  change: HealthChange,
  calls: NonNullable<WebhookEndpoint['calls']>,
): StoredEvent {
  const created_at = now();
  const id = createId('event', created_at, randomBytes);
  const event = { id, account_id: endpoint.account_id, type: change.type, created_at };
  return eventOf(event, webhookEndpointHealthResource(endpoint, change, calls));
}
