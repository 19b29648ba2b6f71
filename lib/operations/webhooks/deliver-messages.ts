import type { TakenMessage } from '../../adapters/webhooks/delivery-queues.ts';
import { type DeliveryMessage, laneOf } from '../../core/domain/delivery-lifecycle.ts';
import type { Lane } from '../../core/domain/delivery-settings.ts';
import { isIdle } from '../../core/domain/webhooks.ts';
import { settleAll } from '../../core/settle-all.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { CallWatch } from './endpoint-pace.ts';
import { type DeliverDeps, EndpointRun } from './endpoint-run.ts';

/**
 * Handles the messages of one invocation. Only one invocation at a time calls an endpoint: it makes the attempts of its
 * messages, then the waiting ones, as many at once as the lane allows. A concurrent invocation leaves its attempts to
 * it. While calls are pending, the invocation takes more messages of its lane, so a receiver that hangs uses one slot
 * of the invocation, not all.
 * @returns the messages that failed by a fault of the service, for redelivery
 */
export async function deliverMessages(
  deps: DeliverDeps,
  messages: readonly DeliveryMessage[],
): Promise<DeliveryMessage[]> {
  const until = deps.now() + deps.settings.beginsFor;
  const runs = new Set<Promise<unknown>>();
  const deliver = <Own extends DeliveryMessage>(handed: readonly Own[]): Promise<Own[]> => {
    const ofEndpoints = [...Map.groupBy(handed, ({ endpoint_id }) => endpoint_id).values()];
    const failed = ofEndpoints.map((own) => {
      const run = deliverToEndpoint(deps, own, until).catch((reason: unknown) => {
        for (const message of own) deps.report(message, message.lane, { status: 'rejected', reason });
        return own;
      });
      runs.add(run);
      void run.then(() => runs.delete(run));
      return run;
    });
    return settleAll(failed).then((messagesOfEach) => messagesOfEach.flat());
  };
  const failed = deliver(messages);
  if (messages[0]) await takeMore(deps, { lane: messages[0].lane, until, runs, deliver });
  return failed;
}

interface Intake {
  lane: Lane;
  /** Until when it takes messages. */
  until: number;
  /** The invocation's current runs, one per endpoint. */
  runs: ReadonlySet<Promise<unknown>>;
  deliver: (taken: readonly TakenMessage[]) => Promise<TakenMessage[]>;
}

/** Takes messages while others are being delivered and there is capacity; ends when all are delivered. */
async function takeMore(deps: DeliverDeps, { lane, until, runs, deliver }: Intake): Promise<void> {
  const { queues, settings, now, warn } = deps;
  const removals: Promise<void>[] = [];
  const handle = async (taken: readonly TakenMessage[]) => {
    const failed = new Set(await deliver(taken));
    await queues.remove(
      lane,
      taken.filter((message) => !failed.has(message)),
    );
  };
  let pause = settings.takesMoreAfter;
  while (!(await endWithin(pause, runs)) && now() < until) {
    if (runs.size >= settings.mostRuns) continue;
    const taken = await queues.take(lane).catch((error: Error) => {
      warn(error);
      return [];
    });
    pause = taken.length > 0 ? settings.look : Math.min(2 * pause, settings.longestLook);
    removals.push(handle(taken).catch(warn));
  }
  await settleAll([...runs, ...removals]);
}

/** Whether all runs end within `milliseconds`. */
function endWithin(milliseconds: number, runs: ReadonlySet<Promise<unknown>>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false);
    void settleAll([...runs]).then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** @returns the messages whose attempts failed by a fault of the service */
async function deliverToEndpoint<Message extends DeliveryMessage>(
  deps: DeliverDeps,
  messages: readonly Message[],
  until: number,
): Promise<Message[]> {
  const { account_id, endpoint_id, lane } = messages[0]!;
  const run = new EndpointRun(deps, { account_id, id: endpoint_id }, lane, until);
  if (await run.take()) return run.deliver(messages);

  await deps.waiting.add(messages);
  // Read afterwards: a run that ended before the attempts were added will not make them.
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

/** Drops the attempts of a removed endpoint. */
async function dropAll<Message extends DeliveryMessage>(
  deps: DeliverDeps,
  messages: readonly Message[],
): Promise<Message[]> {
  const outcomes = await Promise.allSettled(
    messages.map((message) => attemptDelivery(deps, message, unwatched(message.lane))),
  );
  for (const [index, outcome] of outcomes.entries()) deps.report(messages[index]!, messages[index]!.lane, outcome);
  return messages.filter((_, index) => outcomes[index]!.status === 'rejected');
}
