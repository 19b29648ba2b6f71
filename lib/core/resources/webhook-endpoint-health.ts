import type { HealthChange } from '../domain/failing-endpoints.ts';
import { healthOf } from '../domain/recent-calls.ts';
import { withoutSecrets } from '../domain/web-urls.ts';
import type { WebhookEndpoint } from '../domain/webhooks.ts';
import type { WebhookEndpointHealthResource } from '../schemas/webhook.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/** What an event says about an endpoint that is failing or has recovered: others read it too (rule HOOK-12). */
export function webhookEndpointHealthResource(
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  { since }: HealthChange,
  calls: NonNullable<WebhookEndpoint['calls']>,
): WebhookEndpointHealthResource {
  const { calls: count = 0, success_share = 0 } = healthOf(calls.recent) ?? {};
  return {
    id,
    object: 'webhook_endpoint_health',
    url: withoutSecrets(url),
    failing_since: timestamp(since),
    calls: count,
    success_share,
    last_success_at: timestampOrNull(calls.last_success_at ?? null),
    last_failure_at: timestampOrNull(calls.last_failure_at),
  };
}
