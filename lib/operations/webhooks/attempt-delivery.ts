import { setTimeout as sleep } from 'node:timers/promises';
import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { Events } from '../../adapters/data/events.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { DeliveryMessage, DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import {
  appointed,
  attempted,
  awaitsAttempt,
  claimed,
  dropped,
  laneOf,
  parked,
  putOff,
  seemsToHang,
  type Step,
} from '../../adapters/webhooks/lifecycle.ts';
import type { Post, PostOutcome, Send } from '../../adapters/webhooks/sender.ts';
import type { DeliverySettings, Lane } from '../../adapters/webhooks/settings.ts';
import type { SignPost } from '../../adapters/webhooks/signer.ts';
import { type Delivery, type DeliveryAttempt, isSuccess, type WebhookEndpoint } from '../../core/domain/webhooks.ts';

export interface DeliverDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'set' | 'takeSlot' | 'releaseSlot'>;
  deliveries: Pick<Deliveries, 'find' | 'replace'>;
  events: Pick<Events, 'find'>;
  sign: SignPost;
  queues: DeliveryQueues;
  send: Send;
  settings: DeliverySettings;
  now: () => number;
  /** In [0, 1). */
  random: () => number;
}

export interface DeliveryResult {
  /** `stale`: the message was a duplicate or late; `moved`: to the slow lane; `put_off`: over the endpoint's cap, or it seems to hang. */
  result: 'stale' | 'dropped' | 'parked' | 'early' | 'moved' | 'put_off' | 'retrying' | 'delivered' | 'failed';
  attempt?: DeliveryAttempt;
  /** How late the message was handled by the schedule, milliseconds; grows while a delivery is put off. */
  lateBy?: number;
}

/**
 * Makes the attempt that a message asks for, if it is due and its endpoint exists, is active and has a free slot. Nothing is
 * claimed before all of that is known, so a failure of our own uses up no attempt.
 * @throws the error of DynamoDB, KMS or SQS: the message is delivered again, and the sweep finds the row
 */
export async function attemptDelivery(deps: DeliverDeps, message: DeliveryMessage): Promise<DeliveryResult> {
  const [delivery, endpoint] = await Promise.all([
    deps.deliveries.find(message.event_id, message.endpoint_id),
    deps.endpoints.find(message.account_id, message.endpoint_id),
  ]);
  const now = deps.now();
  if (!delivery || !awaitsAttempt(delivery, message.attempt, now, deps.settings)) return { result: 'stale' };
  const handled = endpoint
    ? await handle(deps, message, delivery, endpoint, now)
    : await take(deps, delivery, { delivery: dropped(delivery) }, 'dropped');
  return { ...handled, lateBy: now - delivery.not_before };
}

async function handle(
  deps: DeliverDeps,
  message: DeliveryMessage,
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  now: number,
): Promise<DeliveryResult> {
  const { settings } = deps;
  if (endpoint.state === 'paused') return take(deps, delivery, { delivery: parked(delivery, now, settings) }, 'parked');
  if (delivery.queued_for > now) {
    return take(deps, delivery, appointed(delivery, delivery.queued_for, now, message.lane, settings), 'early');
  }
  if (message.lane === 'fast' && laneOf(endpoint, now) === 'slow') {
    return take(deps, delivery, appointed(delivery, now, now, 'slow', settings), 'moved');
  }
  const isSuspect = message.lane === 'fast' && seemsToHang(endpoint, now, settings);
  const slot = isSuspect
    ? undefined
    : await deps.endpoints.takeSlot(endpoint, {
        most: settings.inFlight[message.lane],
        now,
        until: now + settings.lease,
        random: deps.random(),
      });
  if (!slot) return take(deps, delivery, putOff(delivery, message, now, deps.random(), settings), 'put_off');
  try {
    return await makeAttempt(deps, delivery, endpoint);
  } finally {
    await deps.endpoints.releaseSlot(endpoint, slot, deps.now());
  }
}

async function makeAttempt(deps: DeliverDeps, delivery: Delivery, endpoint: WebhookEndpoint): Promise<DeliveryResult> {
  const event = await deps.events.find(delivery.account_id, delivery.event_id);
  if (!event) return take(deps, delivery, { delivery: dropped(delivery) }, 'dropped');
  const at = deps.now();
  const post = await deps.sign(endpoint, event, at);
  const held = await deps.deliveries.replace(delivery, claimed(delivery, at, deps.settings));
  if (!held) return { result: 'stale' };
  const { outcome, lane, moved } = await sendWatched(deps, endpoint, post);
  const attempt = { attempt: held.attempt, at, ...outcome };
  const step = attempted(held, attempt, deps.now(), lane, deps.settings);
  const { state } = step.delivery;
  const { result } = await take(deps, held, step, state === 'pending' ? 'retrying' : state);
  // The lane is written only after the outcome: its failure must not cause another call of the receiver.
  if (moved?.status === 'rejected') throw moved.reason;
  if (lane === 'slow' && isQuick(outcome, deps.settings)) await deps.endpoints.set(endpoint, { slow_until: 0 });
  return { result, attempt };
}

const isQuick = (outcome: PostOutcome, { quickAnswer }: DeliverySettings) =>
  isSuccess(outcome) && outcome.duration_ms < quickAnswer;

/** Sends, and moves the endpoint to the slow lane while the call is still pending. */
async function sendWatched(
  { endpoints, send, settings, now }: DeliverDeps,
  endpoint: WebhookEndpoint,
  post: Post,
): Promise<{ outcome: PostOutcome; lane: Lane; moved?: PromiseSettledResult<unknown> }> {
  const sending = send(post);
  const watch = new AbortController();
  const slow = sleep(settings.slowAfter, undefined, { signal: watch.signal });
  const quick = await Promise.race([sending, slow]).finally(() => watch.abort());
  if (quick) return { outcome: quick, lane: laneOf(endpoint, now()) };
  const [moved] = await Promise.allSettled([
    endpoints.set(endpoint, { slow_until: now() + settings.slowFor }),
    sending,
  ]);
  return { outcome: await sending, lane: 'slow', moved };
}

/** Writes the step, then sends its message; a lost race means that another worker has taken over. */
async function take(
  { deliveries, queues }: DeliverDeps,
  before: Delivery,
  step: Step,
  result: DeliveryResult['result'],
): Promise<DeliveryResult> {
  if (!(await deliveries.replace(before, step.delivery))) return { result: 'stale' };
  if (step.message) await queues.send([step.message]);
  return { result };
}
