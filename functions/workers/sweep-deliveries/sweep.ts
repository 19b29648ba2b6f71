import type { Deliveries } from '../../../lib/data/deliveries.ts';
import type { Delivery } from '../../../lib/domain/webhooks.ts';
import type { DeliveryQueues, QueuedMessage } from '../../../lib/webhooks/delivery-queues.ts';
import { swept } from '../../../lib/webhooks/lifecycle.ts';
import type { DeliverySettings } from '../../../lib/webhooks/settings.ts';

export interface SweepDeps {
  deliveries: Pick<Deliveries, 'due' | 'replace'>;
  queues: DeliveryQueues;
  settings: DeliverySettings;
  now: () => number;
}

export interface SweepResult {
  queued: number;
  /** How late the latest of them is by the schedule, milliseconds; an alarm watches it. */
  latestBy: number;
}

/** Deliveries moved on at a time. */
const CHUNK = 100;

/**
 * Queues every delivery that is due and has no message on its way: waits too long for the queue, crashed attempts, lost
 * messages. It moves `due_at` on before it sends, so two sweeps at once do not queue the same delivery twice.
 */
export async function sweepDeliveries(deps: SweepDeps): Promise<SweepResult> {
  const due = await deps.deliveries.due(deps.settings.sweepRows);
  let queued = 0;
  for (let start = 0; start < due.length; start += CHUNK) {
    const moved = await Promise.all(due.slice(start, start + CHUNK).map((delivery) => moveOn(deps, delivery)));
    const messages = moved.flatMap((message) => message ?? []);
    await deps.queues.send(messages);
    queued += messages.length;
  }
  const latestBy = due.reduce((latest, { not_before }) => Math.max(latest, deps.now() - not_before), 0);
  return { queued, latestBy };
}

async function moveOn(
  { deliveries, settings, now }: SweepDeps,
  delivery: Delivery,
): Promise<QueuedMessage | undefined> {
  const step = swept(delivery, now(), settings);
  return (await deliveries.replace(delivery, step.delivery)) && step.message;
}
