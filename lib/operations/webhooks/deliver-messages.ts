import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { WaitingDeliveries } from '../../adapters/data/waiting-deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { DeliveryMessage, DueAttempt } from '../../adapters/webhooks/delivery-queues.ts';
import { laneOf } from '../../adapters/webhooks/lifecycle.ts';
import type { Lane } from '../../adapters/webhooks/settings.ts';
import { isIdle } from '../../core/domain/webhooks.ts';
import { attemptDelivery, type AttemptDeps, type DeliveryResult } from './attempt-delivery.ts';
import type { CallWatch } from './endpoint-pace.ts';
import { EndpointRun } from './endpoint-run.ts';

export interface DeliverDeps extends AttemptDeps {
  deliveries: AttemptDeps['deliveries'] & Pick<Deliveries, 'parked'>;
  endpoints: Pick<WebhookEndpoints, 'find' | 'set' | 'takeRun' | 'endRun'>;
  waiting: WaitingDeliveries;
  /** A new id of a run. */
  newRunId: () => string;
  /** Told of each attempt as it ends, of those that waited as well. */
  report: (attempt: DueAttempt, lane: Lane, outcome: Outcome) => void;
}

/** `waiting`: another invocation calls the endpoint and will make this attempt, or the other lane will. */
export type Handled = DeliveryResult | { result: 'waiting' };
export type Outcome = PromiseSettledResult<Handled>;

/**
 * Handles the messages of one invocation. One invocation at a time calls an endpoint: it makes the attempts of its messages,
 * then those that wait, as many at once as the lane allows. Who comes meanwhile leaves its attempts to it.
 * @returns the messages that failed by a fault of ours, to be handed out again
 */
export async function deliverMessages(
  deps: DeliverDeps,
  messages: readonly DeliveryMessage[],
): Promise<DeliveryMessage[]> {
  const until = deps.now() + deps.settings.beginsFor;
  const ofEndpoints = Map.groupBy(messages, ({ endpoint_id }) => endpoint_id);
  const failed = await Promise.all(
    [...ofEndpoints.values()].map((own) =>
      deliverToEndpoint(deps, own, until).catch((reason: unknown) => {
        for (const message of own) deps.report(message, message.lane, { status: 'rejected', reason });
        return own;
      }),
    ),
  );
  return failed.flat();
}

/** @returns the messages whose attempts failed by a fault of ours */
async function deliverToEndpoint(
  deps: DeliverDeps,
  messages: readonly DeliveryMessage[],
  until: number,
): Promise<DeliveryMessage[]> {
  const { account_id, endpoint_id, lane } = messages[0]!;
  const run = new EndpointRun(deps, { account_id, id: endpoint_id }, lane, until);
  if (await run.take()) return run.deliver(messages);

  await deps.waiting.add(messages);
  // Looked at after that: a run that ended before the attempts could be seen will not make them.
  const endpoint = await deps.endpoints.find(account_id, endpoint_id);
  if (!endpoint) return dropAll(deps, messages);
  for (const message of messages) deps.report(message, lane, { status: 'fulfilled', value: { result: 'waiting' } });
  if (!isIdle(endpoint, deps.now())) return [];
  if (lane === 'fast' && laneOf(endpoint, deps.now()) === 'slow')
    await deps.queues.send([{ message: { ...messages[0]!, lane: 'slow' }, delaySeconds: 0 }]);
  else if (await run.take()) await run.deliver([]);
  return [];
}

const unwatched = (lane: Lane): CallWatch => ({
  hangs: async () => undefined,
  answered: () => undefined,
  written: async () => undefined,
  lane: () => lane,
});

/** An endpoint that is gone is called by nobody. */
async function dropAll(deps: DeliverDeps, messages: readonly DeliveryMessage[]): Promise<DeliveryMessage[]> {
  const outcomes = await Promise.allSettled(
    messages.map((message) => attemptDelivery(deps, message, unwatched(message.lane))),
  );
  for (const [index, outcome] of outcomes.entries()) deps.report(messages[index]!, messages[index]!.lane, outcome);
  return messages.filter((_, index) => outcomes[index]!.status === 'rejected');
}
