import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';

/**
 * Removes an endpoint with its secrets. Its pending deliveries are dropped when they are due.
 * @param response the call's response, committed with the removal
 * @throws Problem resource_not_found
 */
export async function removeWebhookEndpoint(
  endpoints: Pick<WebhookEndpoints, 'remove'>,
  accountId: string,
  endpointId: string,
  response?: PendingResponse,
): Promise<void> {
  const removed = await endpoints.remove({ account_id: accountId, id: endpointId }, response);
  if (!removed) throw new Problem('resource_not_found');
}
