import type { Locale } from './locale.ts';

/**
 * A mail to send, by ids alone: the sender reads its text and recipient from the table. So no queue holds personal data, and
 * nobody gets a mail about something that has changed since.
 */
export interface InvitationOrder {
  type: 'invitation';
  account_id: string;
  person_id: string;
  /** When the person got the place in the account, epoch milliseconds: there is no mail for a place that was not stored. */
  joined_at: number;
  /** Who invited; null for the operator. */
  invited_by: string | null;
  locale: Locale;
}

/** Wanted when an event tells that a webhook endpoint is failing or has recovered (rule HOOK-12). */
export interface EndpointHealthOrder {
  type: 'endpoint_health';
  account_id: string;
  event_id: string;
}

/** Wanted when a balance fell below the limit of its warning (rule MON-10). */
export interface LowBalanceOrder {
  type: 'low_balance';
  account_id: string;
  event_id: string;
}

export type MailOrder = InvitationOrder | EndpointHealthOrder | LowBalanceOrder;
