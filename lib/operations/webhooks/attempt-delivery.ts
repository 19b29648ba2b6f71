import type { Events } from '../../adapters/data/table/events.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { DeliveryQueues } from '../../adapters/webhooks/delivery-queues.ts';
import type { Post, PostOutcome, Send } from '../../adapters/webhooks/sender.ts';
import type { SignPost } from '../../adapters/webhooks/signer.ts';
import type { DueAttempt } from '../../core/domain/delivery-lifecycle.ts';
import {
  appointed,
  attempted,
  awaitsAttempt,
  claimed,
  dropped,
  parked,
  type Step,
  unparked,
} from '../../core/domain/delivery-lifecycle.ts';
import type { DeliverySettings } from '../../core/domain/delivery-settings.ts';
import type { StoredEvent } from '../../core/domain/events.ts';
import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { settleAll } from '../../core/settle-all.ts';
import type { CallWatch } from './endpoint-pace.ts';

export interface AttemptDeps {
  endpoints: Pick<WebhookEndpoints, 'find'>;
  deliveries: Pick<Deliveries, 'find' | 'replace' | 'record'>;
  events: Pick<Events, 'find'>;
  sign: SignPost;
  queues: Pick<DeliveryQueues, 'send'>;
  send: Send;
  settings: DeliverySettings;
  now: () => number;
}

export interface DeliveryResult {
  /** `stale`: the message was a duplicate or late. */
  result: 'stale' | 'dropped' | 'parked' | 'early' | 'retrying' | 'delivered' | 'failed';
  attempt?: DeliveryAttempt;
  /** How late the attempt was by the schedule, milliseconds; grows while a delivery waits for its turn. */
  lateBy?: number;
}

/**
 * Makes an attempt if it is due and its endpoint exists and is active. Nothing is claimed before that is known, so a
 * failure of the service uses no attempt.
 * @param watch follows the call
 * @throws the error of DynamoDB, KMS or SQS: the message is delivered again, and the sweep finds the row
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  { event_id, endpoint_id, account_id, attempt }: DueAttempt,
  watch: CallWatch,
): Promise<DeliveryResult> {
  const [found, endpoint, event] = await settleAll([
    deps.deliveries.find(event_id, endpoint_id),
    deps.endpoints.find(account_id, endpoint_id),
    deps.events.find(account_id, event_id),
  ]);
  const now = deps.now();
  if (!found || !awaitsAttempt(found, attempt, now, deps.settings)) return { result: 'stale' };
  if (found.parked_at !== undefined && endpoint?.state === 'paused') return { result: 'parked' };
  const delivery = unparked(found, now);
  const handled =
    endpoint && event
      ? await handle(deps, { delivery, endpoint, event, now, watch })
      : await take(deps, delivery, { delivery: dropped(delivery) }, 'dropped');
  return { ...handled, lateBy: now - delivery.not_before };
}

interface Turn {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
  event: StoredEvent;
  now: number;
  watch: CallWatch;
}

async function handle(deps: AttemptDeps, turn: Turn): Promise<DeliveryResult> {
  const { delivery, endpoint, now, watch } = turn;
  const { settings } = deps;
  if (endpoint.state === 'paused') return take(deps, delivery, { delivery: parked(delivery, now) }, 'parked');
  if (delivery.queued_for > now)
    return take(deps, delivery, appointed(delivery, delivery.queued_for, now, watch.lane(), settings), 'early');
  return makeAttempt(deps, turn);
}

async function makeAttempt(deps: AttemptDeps, { delivery, endpoint, event, watch }: Turn): Promise<DeliveryResult> {
  const at = deps.now();
  const post = await deps.sign(endpoint, event, at);
  const held = await deps.deliveries.replace(delivery, claimed(delivery, at, deps.settings));
  if (!held) return { result: 'stale' };
  const { outcome, noted } = await sendWatched(deps, post, watch);
  const attempt = { attempt: held.attempt, at, ...outcome };
  const step = attempted(held, attempt, deps.now(), watch.lane(), deps.settings);
  const { state } = step.delivery;
  // Before the row changes, so that every attempt that counts has a record.
  await deps.deliveries.record(held, attempt);
  const { result } = await take(deps, held, step, state === 'pending' ? 'retrying' : state);
  // A concurrent change may have erased the stored responses.
  if (result === 'stale') await deps.deliveries.record(held, { ...attempt, answer: null });
  // The lane is written only after the outcome: its failure must not cause another call of the receiver.
  if (noted?.status === 'rejected') throw noted.reason;
  await watch.written();
  return { result, attempt };
}

/** Sends, and reports while the call is still pending if it hangs. */
async function sendWatched(
  { send, settings }: AttemptDeps,
  post: Post,
  watch: CallWatch,
): Promise<{ outcome: PostOutcome; noted?: PromiseSettledResult<void> }> {
  const sending = send(post).then((outcome) => {
    watch.answered(outcome);
    return outcome;
  });
  const quick = await within(settings.slowAfter, sending);
  if (quick) return { outcome: quick };
  const [noted] = await Promise.allSettled([watch.hangs(), sending]);
  return { outcome: await sending, noted };
}

/** The promise's value, or undefined if that takes longer than `milliseconds`. */
function within<Value>(milliseconds: number, promised: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    promised.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Writes the step, then sends its message; a lost race means that another worker has taken over. */
async function take(
  { deliveries, queues }: AttemptDeps,
  before: Delivery,
  step: Step,
  result: DeliveryResult['result'],
): Promise<DeliveryResult> {
  if (!(await deliveries.replace(before, step.delivery))) return { result: 'stale' };
  if (step.message) await queues.send([step.message]);
  return { result };
}
