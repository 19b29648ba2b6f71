import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import type { WebhookEndpointResource } from '../../core/schemas/webhook.ts';

/** An account's endpoints, oldest first; at most ten. */
export async function listWebhookEndpoints(
  endpoints: Pick<WebhookEndpoints, 'list'>,
  accountId: string,
): Promise<WebhookEndpointResource[]> {
  return (await endpoints.list(accountId)).map(webhookEndpointResource);
}

/** The requested part of the list; instants in epoch milliseconds. */
export interface EndpointPage {
  limit: number;
  /** Id of the previous page's last endpoint. */
  after?: string;
  /** Inclusive. */
  createdAfter?: number;
  /** Exclusive. */
  createdBefore?: number;
}

/** A page of them, newest first. */
export async function pageOfWebhookEndpoints(
  endpoints: Pick<WebhookEndpoints, 'list'>,
  accountId: string,
  { limit, after = '~', createdAfter = 0, createdBefore = Infinity }: EndpointPage,
): Promise<{ rows: WebhookEndpointResource[]; next: string | null }> {
  const wanted = (await endpoints.list(accountId))
    .filter(({ id, created_at }) => id < after && created_at >= createdAfter && created_at < createdBefore)
    .reverse();
  const rows = wanted.slice(0, limit).map(webhookEndpointResource);
  return { rows, next: wanted.length > limit ? rows.at(-1)!.id : null };
}
