import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import type { QueuedMessage } from '../../core/domain/delivery-lifecycle.ts';
import { attemptOf, laneOf } from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import { isIdle, type WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface ResumeDeps {
  endpoints: Pick<WebhookEndpoints, 'resumed' | 'lookUntil' | 'endResuming'>;
  deliveries: Pick<Deliveries, 'parked'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
}

/**
 * Resumes the deliveries parked during a pause: sends one message each minute for a resumed endpoint without a run. The
 * message starts a run, which takes the parked deliveries at the receiver's pace, and each run triggers the next one.
 * So the work here does not grow with their number, and a crashed run is resumed a minute later.
 * @returns how many endpoints still have parked deliveries
 */
export async function resumeEndpoints(deps: ResumeDeps): Promise<number> {
  const resumed = await deps.endpoints.resumed();
  const messages = await settleAll(resumed.map((endpoint) => resume(deps, endpoint)));
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
