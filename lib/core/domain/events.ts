import type { HealthChange } from './failing-endpoints.ts';
import type { LetterStatus } from './letter-statuses.ts';
import { retention } from './retention.ts';
import type { VerificationStatus } from './verification-statuses.ts';

/** Types of event (rule EVT-3). `webhook.test` is sent once and never listed. */
export type EventType =
  | `letter.${LetterStatus}`
  | 'letter.updated'
  | `verification.${VerificationStatus}`
  | 'verification.expiring'
  | `letter_batch.${'quoted' | 'completed' | 'canceled' | 'failed'}`
  | HealthChange['type']
  | 'webhook.test';

export const listedEventTypes: readonly Exclude<EventType, 'webhook.test'>[] = [
  'letter.scheduled',
  'letter.received',
  'letter.in_production',
  'letter.printed',
  'letter.posted',
  'letter.canceled',
  'letter.failed',
  'letter.updated',
  'letter_batch.quoted',
  'letter_batch.completed',
  'letter_batch.canceled',
  'letter_batch.failed',
  'verification.received',
  'verification.in_production',
  'verification.awaiting_code',
  'verification.expiring',
  'verification.verified',
  'verification.failed',
  'verification.expired',
  'verification.canceled',
  'verification.revoked',
  'webhook_endpoint.failing',
  'webhook_endpoint.recovered',
];

/** Objects that events are about. */
export const eventSubjects = ['letter', 'letter_batch', 'verification', 'webhook_endpoint'] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** Days an event is kept and listed (rule EVT-1). */
export const EVENT_DAYS = retention.eventDays;

/** A stored event. `body` is the documented JSON, written once: the exact bytes that are signed and sent. */
export interface StoredEvent {
  id: string;
  account_id: string;
  type: EventType;
  object_id: string;
  body: string;
  created_at: number;
}

/**
 * Other notices in the outbox, which are not events of the account: news for the people of its dashboard (rule MON-10),
 * and internal work (rules DASH-13 and DASH-16).
 */
export type InternalEventType = 'balance.low' | 'mail_merge.started' | 'erasure.ordered';
export type InternalEventSubject = 'balance' | 'mail_merge' | 'erasure';

/** What travels over the bus and the queues: only ids, since a body may reach 255 KB. */
export interface EventNotice<Type extends EventType | InternalEventType = EventType> {
  event_id: string;
  account_id: string;
  object_id: string;
  type: Type;
}

/** `source` of our events on the bus. */
export const EVENT_SOURCE = 'malote';
