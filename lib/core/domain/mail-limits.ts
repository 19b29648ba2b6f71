import type { MailOrder } from './mails.ts';

/**
 * How many mails the service sends, stated once (rule DASH-17). A mail costs its sender nothing, so without limits the
 * service could be used to flood somebody, and one account could spoil the sender's name for all others: SES reviews a
 * sender from a complaint rate of 0.1 % on (https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html).
 */
export const mailLimits = {
  /** Invitations of one account in a day, to whomever; an account has at most a hundred people. */
  invitationsADay: 50,
  /** Seconds between two invitations of one account to the same address. */
  secondsBetween: 600,
  /**
   * To one address in a day, of all accounts together. Further ones are not sent, and their sender is not told: it would
   * tell what other accounts do. People get the news of accounts that they have joined, so there are more of those.
   */
  toAddressADay: { invitation: 3, endpoint_health: 50, low_balance: 50 } satisfies Record<MailOrder['type'], number>,
  /** How long the link in an invitation that ends all invitations works. */
  optOutLinkDays: 400,
} as const;

/** Of the page that ends all invitations to an address, below the base of the confirmation pages. */
export const OPT_OUT_PATH = '/no-invitations';
