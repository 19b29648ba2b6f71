import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { MailCounts } from '../../adapters/data/accounts/mail-counts.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { Events } from '../../adapters/data/table/events.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import type { Mail, Mailer } from '../../adapters/mail/mailer.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import { isHealthEvent } from '../../core/domain/failing-endpoints.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { OPT_OUT_PATH } from '../../core/domain/mail-limits.ts';
import type { EndpointHealthOrder, InvitationOrder, LowBalanceOrder, MailOrder } from '../../core/domain/mails.ts';
import { inAccount, type Invitation, type Role, shownName } from '../../core/domain/people.ts';
import { isSandbox } from '../../core/domain/sandbox.ts';
import type { WebhookEndpointHealthResource } from '../../core/schemas/webhook.ts';
import { settleAll } from '../../core/settle-all.ts';
import { endpointHealthMail } from '../../texts/mails/endpoint-health.ts';
import { invitationMail } from '../../texts/mails/invitation.ts';
import { lowBalanceMail } from '../../texts/mails/low-balance.ts';
import { findInvitation, isGood } from '../people/invite-person.ts';
import { newToken } from '../people/sign-in.ts';

export interface SendMailDeps {
  accounts: Pick<Accounts, 'find'>;
  people: Pick<People, 'find' | 'membership' | 'list'>;
  invitations: Pick<Invitations, 'list'>;
  ledger: Pick<Ledger, 'balance'>;
  events: Pick<Events, 'find' | 'removeFromOutbox'>;
  endpoints: Pick<WebhookEndpoints, 'find'>;
  counts: Pick<MailCounts, 'take' | 'isOptedOut' | 'newOptOutLink'>;
  mailer: Pick<Mailer, 'send'>;
  now: () => number;
  randomBytes: RandomBytes;
  /** Scheme and host of the dashboard, without a trailing slash. */
  dashboardUrl: string;
  /** Base of the confirmation pages, without a trailing slash. */
  pageBase: string;
}

/** `too_many`: every recipient has had enough mails of this kind today (rule DASH-17). */
export type MailOutcome = 'sent' | 'not_wanted' | 'too_many';

/** Limit of SES for one mail (https://docs.aws.amazon.com/ses/latest/dg/quotas.html). */
const MOST_RECIPIENTS = 50;

/**
 * Sends a queued mail if its reason still holds: a person who was not added, or was removed again, gets none. After a
 * crash between sending and the response, people may get a mail twice.
 * @param id of the order, the same each time it is tried
 * @throws Error if SES did not accept it; ordering it again is harmless
 */
export async function sendMail(deps: SendMailDeps, order: MailOrder, id: string): Promise<MailOutcome> {
  const mail = await write(deps, order);
  if (!mail) return 'not_wanted';
  const now = deps.now();
  const may = await settleAll(mail.to.map((address) => deps.counts.take(order.type, address, id, now)));
  const to = mail.to.filter((_, index) => may[index]);
  for (let first = 0; first < to.length; first += MOST_RECIPIENTS)
    await deps.mailer.send({ ...mail, to: to.slice(first, first + MOST_RECIPIENTS) });
  return to.length > 0 ? 'sent' : 'too_many';
}

function write(deps: SendMailDeps, order: MailOrder): Promise<Mail | undefined> {
  switch (order.type) {
    case 'invitation':
      return writeInvitation(deps, order);
    case 'endpoint_health':
      return writeEndpointHealth(deps, order);
    case 'low_balance':
      return writeLowBalance(deps, order);
  }
}

async function writeInvitation(
  { accounts, people, invitations, counts, dashboardUrl, pageBase, now, randomBytes }: SendMailDeps,
  order: InvitationOrder,
): Promise<Mail | undefined> {
  const account = await accounts.find(order.account_id);
  const invitation = await findInvitation(invitations, order.account_id, order.person_id);
  if (invitation && !(await isGood(people, invitation))) return undefined;
  const invited = invitation ?? (await addedPerson(people, order));
  if (!account || invited?.created_at !== order.joined_at || (await counts.isOptedOut(invited.email))) return undefined;
  const token = newToken(randomBytes);
  await counts.newOptOutLink(invited.email, token, now());
  const shown = {
    company: companyNameOf(account),
    inviter: invited.invited_by,
    email: invited.email,
    role: invited.role,
    url: `${dashboardUrl}/`,
    optOutUrl: `${pageBase}${OPT_OUT_PATH}?${new URLSearchParams({ token }).toString()}`,
  };
  return { to: [invited.email], ...invitationMail(order.locale, shown) };
}

/** A person whom the operator, or an earlier release, has added without an invitation. */
async function addedPerson(
  people: SendMailDeps['people'],
  { account_id, person_id, invited_by }: InvitationOrder,
): Promise<Pick<Invitation, 'email' | 'role' | 'invited_by' | 'created_at'> | undefined> {
  const [person, membership, inviter, inviting] = await settleAll([
    people.find(person_id),
    people.membership(account_id, person_id),
    people.find(invited_by),
    people.membership(account_id, invited_by),
  ]);
  if (!person || !membership || !inviter) return undefined;
  const { role, created_at } = membership;
  return { email: person.email, role, invited_by: shownName(inAccount(inviter, inviting ?? {})), created_at };
}

/**
 * To the account's developers, or to its owners if it has none. Not for a sandbox, because its receivers come and go
 * with tests.
 */
async function writeEndpointHealth(
  { accounts, people, events, endpoints, dashboardUrl }: SendMailDeps,
  { account_id, event_id }: EndpointHealthOrder,
): Promise<Mail | undefined> {
  if (isSandbox(account_id)) return undefined;
  const [account, event] = await settleAll([accounts.find(account_id), events.find(account_id, event_id)]);
  // A newer release may have more events about endpoints.
  if (!account || !event || !isHealthEvent(event.type)) return undefined;
  const [endpoint, members] = await settleAll([endpoints.find(account_id, event.object_id), people.list(account_id)]);
  const isFailing = endpoint?.failing?.told_at !== undefined;
  if (!endpoint || isFailing !== (event.type === 'webhook_endpoint.failing')) return undefined;
  const to = ['developer' as const, 'owner' as const]
    .map((role) => addressesOf(members, role))
    .find((some) => some.length > 0);
  if (!to) return undefined;
  const { data: health } = JSON.parse(event.body) as { data: WebhookEndpointHealthResource };
  const company = companyNameOf(account);
  const url = `${dashboardUrl}/${account_id}/developers/webhooks/${endpoint.id}`;
  return { to, ...endpointHealthMail({ company, type: event.type, health, url }) };
}

type Member = Awaited<ReturnType<People['list']>>[number];

const addressesOf = (members: readonly Member[], role: Role) =>
  members.filter(({ membership }) => membership.role === role).map(({ person }) => person.email);

/** Removes the notice from the outbox first: from now on the queue keeps it until the mail is sent. */
async function writeLowBalance(
  { accounts, people, ledger, events, dashboardUrl }: SendMailDeps,
  { account_id, event_id }: LowBalanceOrder,
): Promise<Mail | undefined> {
  await events.removeFromOutbox(event_id);
  const [account, balance, members] = await settleAll([
    accounts.find(account_id),
    ledger.balance(account_id),
    people.list(account_id),
  ]);
  const { amount, warning } = balance;
  const to = addressesOf(members, 'owner');
  // Paid in the meantime, or the warning was turned off.
  if (!account || !warning || amount >= warning.below || to.length === 0) return undefined;
  const news = {
    company: companyNameOf(account),
    amount,
    below: warning.below,
    url: `${dashboardUrl}/${account_id}/balance`,
  };
  return { to, ...lowBalanceMail(warning.locale, news) };
}
