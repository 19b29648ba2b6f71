import type { Locale } from './locale.ts';

/**
 * An order to send a mail, with ids only: the sender reads text and recipient from the table. So queues hold no
 * personal data, and nobody gets a mail about something that has changed since.
 */
export interface InvitationOrder {
  type: 'invitation';
  account_id: string;
  /** Of the invitation, or of a person who was added without one. */
  person_id: string;
  /** When they were invited or added, epoch milliseconds: no mail is sent for an invitation that was not stored. */
  joined_at: number;
  /** The person who invites. */
  invited_by: string;
  locale: Locale;
}

/** Sent after an event that a webhook endpoint is failing or has recovered (rule HOOK-12). */
export interface EndpointHealthOrder {
  type: 'endpoint_health';
  account_id: string;
  event_id: string;
}

/** Sent when a balance fell below its warning limit (rule MON-10). */
export interface LowBalanceOrder {
  type: 'low_balance';
  account_id: string;
  event_id: string;
}

export type MailOrder = InvitationOrder | EndpointHealthOrder | LowBalanceOrder;
