import type { Failing } from './failing-endpoints.ts';
import { idPrefixes, ownParts } from './ids.ts';
import { retention } from './retention.ts';

/** Maximum endpoints of an account. */
export const MOST_ENDPOINTS = 10;

/** An event filter that matches every type, including types added later. */
export const EVERY_EVENT = '*';

/** Days a delivery and its attempts are kept: as long as its event (rule PRIV-1). */
export const DELIVERY_DAYS = retention.deliveryDays;

/** Hours for which an earlier secret signs alongside a new one: the default and the maximum. */
export const DEFAULT_OVERLAP_HOURS = 24;
export const LONGEST_OVERLAP_HOURS = 168;

/** A stored signing secret: encrypted, so that only the delivering function can read it. */
export interface SigningSecret {
  /** Base64 of the KMS ciphertext. */
  sealed: string;
  created_at: number;
  /** Until when it still signs alongside its successor; null for the current one. */
  expires_at: number | null;
}

/** A receiver of an account's events. Instants are epoch milliseconds. */
export interface WebhookEndpoint {
  id: string;
  account_id: string;
  url: string;
  /** Event types, or `['*']`. */
  events: readonly string[];
  state: 'active' | 'paused';
  /** Newest first. */
  secrets: readonly SigningSecret[];
  created_at: number;
  /** The person or the API key that made it; absent for the operator's and older ones. */
  created_by?: string | null;
  /** Deliveries use the slow lane until then. */
  slow_until: number;
  /** Its recent responses (`recent-calls.ts`), and the ends of the last calls; absent before the first run. */
  calls?: {
    recent: string;
    last_failure_at: number | null;
    /** Absent before its first 2xx. */
    last_success_at?: number;
  };
  /** Set while its last call has failed (`failing-endpoints.ts`). */
  failing?: Failing;
  /**
   * Set while deliveries from a pause may still wait: until when a function that saw the endpoint paused may park
   * others, or 0 until the sweep has looked for the first time.
   */
  resuming?: number;
  /** The invocation that is calling it; absent if none is. */
  run?: EndpointRun;
}

/**
 * The single invocation that calls an endpoint. It holds the endpoint until `until`, which it extends while it works.
 */
export interface EndpointRun {
  id: string;
  until: number;
}

/** True if another invocation may call the endpoint: none does, or the one that did has died. */
export function isIdle({ run }: Pick<WebhookEndpoint, 'run'>, now: number): boolean {
  return run === undefined || run.until < now;
}

/** True if the endpoint subscribes to events of this type. */
export function wantsEvent(endpoint: Pick<WebhookEndpoint, 'events'>, type: string): boolean {
  return endpoint.events.includes(EVERY_EVENT) || endpoint.events.includes(type);
}

/** The secrets that sign at `instant`, newest first: several during a rotation. */
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

/** The outcome of one attempt. */
export interface DeliveryAttempt {
  attempt: number;
  /** Start of the attempt, epoch milliseconds. */
  at: number;
  duration_ms: number;
  /** HTTP status, or null without a response. */
  status: number | null;
  /** Why there was no response, e.g. `connect_failed`, `tls_timeout`; null if there was one. */
  error: string | null;
  /** The first kilobyte of the response, without control characters. */
  answer: string | null;
  /** The receiver's Retry-After; only logged, since the schedule is a published contract. */
  retry_after: string | null;
}

/** Any 2xx is a success, whatever the body says (rule HOOK-5). */
export function isSuccess({ status }: Pick<DeliveryAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

/** The delivery of one event to one endpoint: the only source of truth for retries. Instants are epoch milliseconds. */
export interface Delivery {
  event_id: string;
  endpoint_id: string;
  account_id: string;
  event_type: string;
  state: DeliveryState;
  /** Number of the next attempt, or of the last one once the delivery has ended. */
  attempt: number;
  /** When the attempt is due by the schedule. */
  not_before: number;
  /** When its message should be handled: later than `not_before` if the sweep has queued it. */
  queued_for: number;
  /** When the sweep looks at it. */
  due_at: number;
  /** How often the sweep has queued this attempt. */
  sweeps: number;
  /** Sent again on request: if the attempt fails, there is no retry (rule HOOK-9). */
  by_hand?: true;
  /** Set while it waits for its paused endpoint; the sweep skips it then. */
  parked_at?: number;
  /** An attempt is in flight until then. */
  lease_until: number;
  /**
   * Attempts that an earlier release stored here. Each is now a separate item, since the row is written three times per
   * attempt.
   */
  attempts: readonly DeliveryAttempt[];
  created_at: number;
  /** Number of changes. Each change requires that the number is still the one it was based on. */
  revision: number;
}

/** Names a delivery. */
export type DeliveryRef = Pick<Delivery, 'event_id' | 'endpoint_id'>;

export const DELIVERY_PREFIX = 'whd_';

const [ownPart] = ownParts('event');
const DELIVERY_ID = new RegExp(`^${DELIVERY_PREFIX}(${ownPart})(${ownPart})$`);

/** A delivery's id, composed of the ids of its event and its endpoint: it need not be stored, and sorts by event. */
export function deliveryId({ event_id, endpoint_id }: DeliveryRef): string {
  return `${DELIVERY_PREFIX}${ownOf(event_id)}${ownOf(endpoint_id)}`;
}

/** The delivery that an id names; undefined for a malformed id. */
export function deliveryOfId(id: string): DeliveryRef | undefined {
  const [, event, endpoint] = DELIVERY_ID.exec(id) ?? [];
  if (event === undefined) return undefined;
  return { event_id: `${idPrefixes.event}_${event}`, endpoint_id: `${idPrefixes.webhook_endpoint}_${endpoint}` };
}

const ownOf = (id: string) => id.slice(id.indexOf('_') + 1);

/** The order of lists: the newest event first, deliveries of one event by endpoint. */
export function comesAfter(one: DeliveryRef, other: DeliveryRef): boolean {
  return one.event_id === other.event_id ? one.endpoint_id > other.endpoint_id : one.event_id < other.event_id;
}

/** A delivery and all its attempts so far, in order. */
export interface DeliveryLog {
  delivery: Delivery;
  attempts: readonly DeliveryAttempt[];
}
