import type { Accounts } from '../../adapters/data/accounts.ts';
import type { People } from '../../adapters/data/people.ts';
import { invitationMail } from '../../adapters/mail/invitation.ts';
import type { Mail, Mailer } from '../../adapters/mail/mailer.ts';
import type { InvitationOrder, MailOrder } from '../../core/domain/mails.ts';

export interface SendMailDeps {
  accounts: Pick<Accounts, 'find'>;
  people: Pick<People, 'find' | 'membership'>;
  mailer: Pick<Mailer, 'send'>;
  /** Scheme and host of the dashboard, without a trailing slash. */
  dashboardUrl: string;
}

/**
 * Sends a mail that was ordered, if what it tells of is so: a person who was not let in, or is gone again, gets none. After a
 * crash between sending and its answer, people may get a mail twice.
 * @returns false when there was nothing to send
 * @throws Error when it could not be handed over; ordering it again is harmless
 */
export async function sendMail(deps: SendMailDeps, order: MailOrder): Promise<boolean> {
  const mail = await writers[order.type](deps, order);
  if (mail) await deps.mailer.send(mail);
  return mail !== undefined;
}

type Writer<Order> = (deps: SendMailDeps, order: Order) => Promise<Mail | undefined>;

const writers: { [Type in MailOrder['type']]: Writer<Extract<MailOrder, { type: Type }>> } = {
  invitation: writeInvitation,
};

async function writeInvitation(
  { accounts, people, dashboardUrl }: SendMailDeps,
  { account_id, person_id, joined_at, invited_by, locale }: InvitationOrder,
): Promise<Mail | undefined> {
  const [account, person, membership, inviter] = await Promise.all([
    accounts.find(account_id),
    people.find(person_id),
    people.membership(account_id, person_id),
    invited_by === null ? undefined : people.find(invited_by),
  ]);
  if (!account || !person || membership?.created_at !== joined_at) return undefined;
  const invitation = {
    company: account.trade_name ?? account.legal_name,
    inviter: inviter ? (inviter.name ?? inviter.email) : null,
    email: person.email,
    role: membership.role,
    url: `${dashboardUrl}/`,
  };
  return { to: [person.email], ...invitationMail(locale, invitation) };
}
