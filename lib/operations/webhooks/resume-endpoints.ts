import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { DeliveryQueues, QueuedMessage } from '../../adapters/webhooks/delivery-queues.ts';
import { attemptOf, laneOf } from '../../adapters/webhooks/lifecycle.ts';
import type { DeliverySettings } from '../../adapters/webhooks/settings.ts';
import { isIdle, type WebhookEndpoint } from '../../core/domain/webhooks.ts';

export interface ResumeDeps {
  endpoints: Pick<WebhookEndpoints, 'resumed' | 'lookUntil' | 'endResuming'>;
  deliveries: Pick<Deliveries, 'parked'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
}

/**
 * Brings on what was parked while an endpoint was paused: one message each minute for an endpoint that nobody calls. The run
 * which that begins takes the parked deliveries at the pace of the receiver, and each run brings on the next one. So nothing
 * here grows with their number, and what dies half-way goes on a minute later.
 * @returns how many endpoints still have some
 */
export async function resumeEndpoints(deps: ResumeDeps): Promise<number> {
  const resumed = await deps.endpoints.resumed();
  const messages = await Promise.all(resumed.map((endpoint) => resume(deps, endpoint)));
  const toSend = messages.flatMap((message) => message ?? []);
  await deps.queues.send(toSend);
  return toSend.length;
}

async function resume(
  { endpoints, deliveries, settings, now }: ResumeDeps,
  endpoint: WebhookEndpoint,
): Promise<QueuedMessage | undefined> {
  const { deliveries: parked } = await deliveries.parked(endpoint.id, 1);
  const instant = now();
  if (parked[0]) {
    if (!isIdle(endpoint, instant)) return undefined;
    return { message: { ...attemptOf(parked[0]), lane: laneOf(endpoint, instant) }, delaySeconds: 0 };
  }
  if (!endpoint.resuming) await endpoints.lookUntil(endpoint, instant + settings.parkingGrace);
  else if (endpoint.resuming < instant) await endpoints.endResuming(endpoint);
  return undefined;
}
