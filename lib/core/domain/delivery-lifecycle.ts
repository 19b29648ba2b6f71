import { retryAt, triggerAt } from './delivery-schedule.ts';
import type { DeliverySettings, Lane } from './delivery-settings.ts';
import type { EventNotice } from './events.ts';
import { type Delivery, type DeliveryAttempt, isSuccess, type WebhookEndpoint } from './webhooks.ts';

/** An attempt that is due or will be; once it has ended, messages that still name it are stale. */
export interface DueAttempt {
  event_id: string;
  endpoint_id: string;
  account_id: string;
  attempt: number;
  /** When it is due by the schedule, epoch milliseconds; orders the deliveries that wait for an endpoint. */
  due: number;
}

export interface DeliveryMessage extends DueAttempt {
  lane: Lane;
}

export interface QueuedMessage {
  message: DeliveryMessage;
  /** 0 to 900. */
  delaySeconds: number;
}

/**
 * The life of a delivery as pure steps: the delivery after each step, and the message that continues it promptly. The
 * step is stored before the message is sent; if the message is lost, the sweep finds the delivery by `due_at`.
 */
export interface Step {
  delivery: Delivery;
  message?: QueuedMessage;
}

/** A new delivery, due now (rule HOOK-6: attempt 1 when the event happens). */
export function beginDelivery(
  notice: EventNotice,
  endpoint: WebhookEndpoint,
  now: number,
  settings: DeliverySettings,
): Step {
  const delivery: Delivery = {
    event_id: notice.event_id,
    endpoint_id: endpoint.id,
    account_id: notice.account_id,
    event_type: notice.type,
    state: 'pending',
    attempt: 1,
    not_before: now,
    queued_for: now,
    due_at: now,
    sweeps: 0,
    lease_until: 0,
    attempts: [],
    created_at: now,
    revision: 0,
  };
  if (endpoint.state === 'paused') return { delivery: parked(delivery, now) };
  return appointed(delivery, now, now, laneOf(endpoint, now), settings);
}

/** The lane an endpoint is delivered in. */
export function laneOf(endpoint: WebhookEndpoint, now: number): Lane {
  return endpoint.slow_until > now ? 'slow' : 'fast';
}

/**
 * True if the attempt is still open, no invocation is making it, and it is not queued for later. Duplicates and stale
 * messages stop here: of several copies of a message one continues, so copies never multiply.
 */
export function awaitsAttempt(delivery: Delivery, attempt: number, now: number, settings: DeliverySettings): boolean {
  const awaited = delivery.state === 'pending' && delivery.attempt === attempt;
  return awaited && delivery.lease_until < now && delivery.queued_for <= now + settings.clockSkew;
}

/**
 * Claimed for an attempt. If the function crashes, the lease expires and the sweep repeats the same attempt. A prompt
 * claim does not change the time of the sweep's first check, at most `queueGrace - lease` after the lease: a row that
 * keeps its place in the index costs two write units less, one to leave the index and one to return.
 */
export function claimed(delivery: Delivery, now: number, settings: DeliverySettings): Delivery {
  const leaseUntil = now + settings.lease;
  const isPrompt = delivery.sweeps === 0 && delivery.due_at >= leaseUntil;
  return { ...delivery, lease_until: leaseUntil, due_at: isPrompt ? delivery.due_at : leaseUntil, sweeps: 0 };
}

/** After an attempt: delivered, permanently failed, or waiting for the next one. */
export function attempted(
  delivery: Delivery,
  attempt: Pick<DeliveryAttempt, 'status'>,
  endedAt: number,
  lane: Lane,
  settings: DeliverySettings,
): Step {
  const free = { ...delivery, lease_until: 0 };
  if (isSuccess(attempt)) return { delivery: { ...free, state: 'delivered' } };
  const next = delivery.by_hand ? undefined : retryAt(delivery.attempt, endedAt);
  if (next === undefined) return { delivery: { ...free, state: 'failed' } };
  return appointed({ ...free, attempt: delivery.attempt + 1, not_before: next }, next, endedAt, lane, settings);
}

/** A terminal delivery, sent again on request: one attempt, now or once its endpoint is resumed (rule HOOK-9). */
export function sentAgain(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  now: number,
  settings: DeliverySettings,
): Step {
  // A dropped delivery ended before its attempt was made.
  const attempt = delivery.state === 'dropped' ? delivery.attempt : delivery.attempt + 1;
  const next = { ...delivery, state: 'pending' as const, by_hand: true as const, attempt, not_before: now };
  if (endpoint.state === 'paused') return { delivery: parked(next, now) };
  return appointed({ ...next, sweeps: 0, lease_until: 0 }, now, now, laneOf(endpoint, now), settings);
}

/** Waits until its endpoint is resumed; the sweep ignores it until then, and no attempt is used up. */
export function parked(delivery: Delivery, now: number): Delivery {
  return { ...delivery, parked_at: now, queued_for: now, sweeps: 0 };
}

/** A parked delivery becomes due now, so the pause does not make it late. */
export function unparked(delivery: Delivery, now: number): Delivery {
  if (delivery.parked_at === undefined) return delivery;
  const { parked_at: _, ...due } = delivery;
  return { ...due, not_before: now };
}

/** The attempt that a delivery waits for. */
export function attemptOf({ event_id, endpoint_id, account_id, attempt, not_before: due }: Delivery): DueAttempt {
  return { event_id, endpoint_id, account_id, attempt, due };
}

/** Its endpoint or its event no longer exists. */
export function dropped(delivery: Delivery): Delivery {
  return { ...delivery, state: 'dropped' };
}

/** Queued by the sweep. The lane is determined at delivery. */
export function swept(delivery: Delivery, now: number, settings: DeliverySettings): Step {
  const at = Math.max(now, delivery.not_before);
  const step = appointed(delivery, at, now, 'fast', settings);
  return { ...step, delivery: { ...step.delivery, sweeps: delivery.sweeps + 1 } };
}

/** Queued, or left to the sweep, so that the current attempt is made at `at`. */
export function appointed(delivery: Delivery, at: number, now: number, lane: Lane, settings: DeliverySettings): Step {
  const { delaySeconds, dueAt } = triggerAt(at, now, settings, delivery.sweeps);
  const next = { ...delivery, queued_for: at, due_at: dueAt };
  if (delaySeconds === undefined) return { delivery: next };
  return { delivery: next, message: { message: { ...attemptOf(delivery), lane }, delaySeconds } };
}
