import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { PostOutcome, Send } from '../../adapters/webhooks/sender.ts';
import type { SignPost } from '../../adapters/webhooks/signer.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { eventOf } from '../../core/resources/event.ts';
import { letterResource } from '../../core/resources/letter.ts';
import { requireWebhookEndpoint } from './require-webhook-endpoint.ts';
import { sampleLetter } from './webhook-sample-letter.ts';

export interface SendTestWebhookDeps {
  endpoints: Pick<WebhookEndpoints, 'find'>;
  sign: SignPost;
  send: Send;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Sends `webhook.test` to an endpoint, paused or not, and returns the outcome: one attempt outside the schedule, not
 * stored (rule EVT-3). Its data is a letter that does not exist.
 * @throws Problem resource_not_found
 */
export async function sendTestWebhook(
  { endpoints, sign, send, now, randomBytes }: SendTestWebhookDeps,
  accountId: string,
  endpointId: string,
): Promise<PostOutcome> {
  const endpoint = await requireWebhookEndpoint(endpoints, accountId, endpointId);
  const createdAt = now();
  const id = createId('event', createdAt, randomBytes);
  const sample = letterResource(sampleLetter(createId('letter', createdAt, randomBytes), accountId, createdAt), null);
  const event = eventOf({ id, account_id: accountId, type: 'webhook.test', created_at: createdAt }, sample);
  return send(await sign(endpoint, event, now()));
}
