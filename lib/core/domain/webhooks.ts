import type { Failing } from './failing-endpoints.ts';
import { idPrefixes, ownParts } from './ids.ts';
import { retention } from './retention.ts';

/** Endpoints an account may register. */
export const MOST_ENDPOINTS = 10;

/** An event filter that lets every type through, also types added later. */
export const EVERY_EVENT = '*';

/** Days a delivery and its attempts are kept: as long as its event (rule PRIV-1). */
export const DELIVERY_DAYS = retention.deliveryDays;

/** How long an earlier secret signs beside a new one, unless told otherwise, and at the most. */
export const DEFAULT_OVERLAP_HOURS = 24;
export const LONGEST_OVERLAP_HOURS = 168;

/** A signing secret as it is kept: encrypted, so that only the delivering function can read it. */
export interface SigningSecret {
  /** Base 64 of the KMS ciphertext. */
  sealed: string;
  created_at: number;
  /** Until when it still signs beside its successor; null for the current one. */
  expires_at: number | null;
}

/** A receiver of an account's events. Instants are epoch milliseconds. */
export interface WebhookEndpoint {
  id: string;
  account_id: string;
  url: string;
  /** Types of event, or `['*']`. */
  events: readonly string[];
  state: 'active' | 'paused';
  /** Newest first. */
  secrets: readonly SigningSecret[];
  created_at: number;
  /** Delivered in the slow lane until then. */
  slow_until: number;
  /** How it answered lately (`recent-calls.ts`), and the ends of the last calls; absent before the first run. */
  calls?: {
    recent: string;
    last_failure_at: number | null;
    /** Absent before its first 2xx. */
    last_success_at?: number;
  };
  /** There while its last call failed (`failing-endpoints.ts`). */
  failing?: Failing;
  /**
   * There while deliveries from a pause may still wait: until when others may come to be parked by a function that saw it
   * paused, or 0 until the sweep has looked for the first time.
   */
  resuming?: number;
  /** The invocation that calls it now; absent while none does. */
  run?: EndpointRun;
}

/** The one invocation that calls an endpoint. It holds the endpoint until `until`, which it moves on while it works. */
export interface EndpointRun {
  id: string;
  until: number;
}

/** True when another invocation may call the endpoint: none does, or the one that did has died. */
export function isIdle({ run }: Pick<WebhookEndpoint, 'run'>, now: number): boolean {
  return run === undefined || run.until < now;
}

/** True when the endpoint has asked for events of this type. */
export function wantsEvent(endpoint: Pick<WebhookEndpoint, 'events'>, type: string): boolean {
  return endpoint.events.includes(EVERY_EVENT) || endpoint.events.includes(type);
}

/** The secrets that sign at `instant`, newest first: several while a secret rotates. */
export function validSecrets(endpoint: Pick<WebhookEndpoint, 'secrets'>, instant: number): SigningSecret[] {
  return endpoint.secrets.filter((secret) => secret.expires_at === null || secret.expires_at > instant);
}

/**
 * The endpoint's secrets after a rotation: earlier secrets stop signing after `overlap` milliseconds, or at an earlier
 * instant already set for them; secrets that no longer sign are dropped.
 */
export function rotatedSecrets(
  endpoint: Pick<WebhookEndpoint, 'secrets'>,
  sealed: string,
  now: number,
  overlap: number,
): SigningSecret[] {
  const end = now + overlap;
  const earlier = endpoint.secrets.map((secret) => ({
    ...secret,
    expires_at: Math.min(secret.expires_at ?? end, end),
  }));
  return [{ sealed, created_at: now, expires_at: null }, ...validSecrets({ secrets: earlier }, now)];
}

/** How one attempt went. */
export interface DeliveryAttempt {
  attempt: number;
  /** Start of the attempt, epoch milliseconds. */
  at: number;
  duration_ms: number;
  /** HTTP status, or null when no answer came. */
  status: number | null;
  /** Why no answer came, e.g. `connect_failed`, `tls_timeout`; null when one did. */
  error: string | null;
  /** The first kilobyte of the answer, without control characters. */
  answer: string | null;
  /** What the receiver asked for; logged, since the schedule is a published contract. */
  retry_after: string | null;
}

/** Any 2xx is a success, whatever the body says (rule HOOK-5). */
export function isSuccess({ status }: Pick<DeliveryAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

/** One event on its way to one endpoint: the only truth of a retry. Instants are epoch milliseconds. */
export interface Delivery {
  event_id: string;
  endpoint_id: string;
  account_id: string;
  event_type: string;
  state: DeliveryState;
  /** Number of the attempt to make, or of the last one made once the delivery has ended. */
  attempt: number;
  /** When the attempt is due by the schedule. */
  not_before: number;
  /** When its message is to be handled: later than `not_before` when the sweep has queued it. */
  queued_for: number;
  /** When the sweep looks at it. */
  due_at: number;
  /** How often the sweep has queued this attempt. */
  sweeps: number;
  /** Sent again on request: if the attempt fails, none follows it (rule HOOK-9). */
  by_hand?: true;
  /** There while it waits for its paused endpoint; the sweep does not look at it then. */
  parked_at?: number;
  /** An attempt is in flight until then. */
  lease_until: number;
  /** Attempts that an earlier release kept here: each is an item of its own now, since the row is written thrice an attempt. */
  attempts: readonly DeliveryAttempt[];
  created_at: number;
  /** Counts the changes. Each change requires that the count is still the one it was based on. */
  revision: number;
}

/** Names a delivery. */
export type DeliveryRef = Pick<Delivery, 'event_id' | 'endpoint_id'>;

export const DELIVERY_PREFIX = 'whd_';

const [ownPart] = ownParts('event');
const DELIVERY_ID = new RegExp(`^${DELIVERY_PREFIX}(${ownPart})(${ownPart})$`);

/** A delivery's id: those of its event and its endpoint, so that it is kept nowhere and sorts by the event. */
export function deliveryId({ event_id, endpoint_id }: DeliveryRef): string {
  return `${DELIVERY_PREFIX}${ownOf(event_id)}${ownOf(endpoint_id)}`;
}

/** What an id names; undefined for a malformed one. */
export function deliveryOfId(id: string): DeliveryRef | undefined {
  const [, event, endpoint] = DELIVERY_ID.exec(id) ?? [];
  if (event === undefined) return undefined;
  return { event_id: `${idPrefixes.event}_${event}`, endpoint_id: `${idPrefixes.webhook_endpoint}_${endpoint}` };
}

const ownOf = (id: string) => id.slice(id.indexOf('_') + 1);

/** The order of lists: the newest event first, deliveries of one event by their endpoints. */
export function comesAfter(one: DeliveryRef, other: DeliveryRef): boolean {
  return one.event_id === other.event_id ? one.endpoint_id > other.endpoint_id : one.event_id < other.event_id;
}

/** A delivery and every attempt that was made so far, in their order. */
export interface DeliveryLog {
  delivery: Delivery;
  attempts: readonly DeliveryAttempt[];
}
