import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import type { QueuedMessage } from '../../core/domain/delivery-lifecycle.ts';
import { swept } from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import type { Delivery } from '../../core/domain/webhooks.ts';
import { settleAll } from '../../core/settle-all.ts';
import { inRounds } from '../in-rounds.ts';

export interface SweepDeps {
  deliveries: Pick<Deliveries, 'due' | 'replace'>;
  queues: Pick<DeliveryQueues, 'send'>;
  settings: DeliverySettings;
  now: () => number;
}

export interface SweepResult {
  queued: number;
  /** Milliseconds by which the most overdue delivery is late; an alarm watches it. */
  latestBy: number;
}

/** Deliveries queued at a time. */
const CHUNK = 100;

/**
 * Queues every due delivery that has no message in flight: long waits, crashed attempts, lost messages. It advances `due_at`
 * before it sends, so that two concurrent sweeps do not queue one delivery twice.
 */
export async function sweepDeliveries(deps: SweepDeps): Promise<SweepResult> {
  const { deliveries, settings, now } = deps;
  const end = now() + settings.sweepTime;
  const hasTime = () => now() < end;
  const result: SweepResult = { queued: 0, latestBy: 0 };
  await inRounds({
    find: () => deliveries.due(settings.sweepRows),
    id: ({ event_id, endpoint_id }) => `${event_id} ${endpoint_id}`,
    work: async (due) => {
      result.latestBy = due.reduce((latest, { not_before }) => Math.max(latest, now() - not_before), result.latestBy);
      // Sorted over all shards, so that no shard waits for another when time is short.
      const oldestFirst = due.toSorted((a, b) => a.due_at - b.due_at);
      for (let start = 0; start < due.length && hasTime(); start += CHUNK)
        result.queued += await queue(deps, oldestFirst.slice(start, start + CHUNK));
    },
    hasTime,
  });
  return result;
}

async function queue(deps: SweepDeps, due: readonly Delivery[]): Promise<number> {
  const moved = await settleAll(due.map((delivery) => moveOn(deps, delivery)));
  const messages = moved.flatMap((message) => message ?? []);
  await deps.queues.send(messages);
  return messages.length;
}

async function moveOn(
  { deliveries, settings, now }: SweepDeps,
  delivery: Delivery,
): Promise<QueuedMessage | undefined> {
  const step = swept(delivery, now(), settings);
  return (await deliveries.replace(delivery, step.delivery)) && step.message;
}
