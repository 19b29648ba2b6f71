/** Languages in which mails are written. */
export type MailLocale = 'pt-BR' | 'en';

/**
 * A mail that is wanted, by ids alone: whoever sends it reads from the table what it says and to whom, so no queue holds
 * personal data, and nobody gets a mail about what is no longer so.
 */
export interface InvitationOrder {
  type: 'invitation';
  account_id: string;
  person_id: string;
  /** When the person got the place in the account, epoch milliseconds: of one that was refused, there is no mail. */
  joined_at: number;
  /** Who invited; null for the operator. */
  invited_by: string | null;
  locale: MailLocale;
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
