import type { MailOrder } from '../../../lib/core/domain/mails.ts';

interface MailRights {
  /** Who gets it: the first of these roles that somebody has, or a person outside of the account. */
  to: readonly ('owner' | 'developer')[] | 'the invited person';
  /** What it shows: what was read for it, and the field of the table of rights that it is. */
  shows: Readonly<Record<string, string>>;
}

/** The rights to mails. A mail, or a value in one, that does not stand here has no right, and the test fails. */
export const rightsToMails = {
  invitation: {
    to: 'the invited person',
    shows: {
      'account.trade_name': 'session.invitations.account.name',
      'invitation.invited_by': 'session.invitations.invited_by',
      'invitation.role': 'session.invitations.role',
      'invitation.email': 'session.person.email',
    },
  },
  endpoint_health: {
    to: ['developer', 'owner'],
    shows: {
      'account.id': 'account.id',
      'account.trade_name': 'account.trade_name',
      'endpoint.id': 'webhook_endpoint.id',
      'health.url': 'webhook_endpoint_health.url',
      'health.host': 'webhook_endpoint_health.url',
      'health.failing_since': 'webhook_endpoint_health.failing_since',
      'health.last_success_at': 'webhook_endpoint_health.last_success_at',
    },
  },
  low_balance: {
    to: ['owner'],
    shows: {
      'account.id': 'account.id',
      'account.trade_name': 'account.trade_name',
      'balance.amount': 'balance.amount',
      'balance.warning.below': 'account.warn_below',
    },
  },
} as const satisfies Record<MailOrder['type'], MailRights>;
