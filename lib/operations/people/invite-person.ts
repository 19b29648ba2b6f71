import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { InvitationMail } from '../../adapters/data/accounts/mail-counts.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { MailQueue } from '../../adapters/mail/mail-queue.ts';
import type { OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { mayPerform } from '../../core/domain/dashboard-operations.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { type Invitation, MOST_PEOPLE, type Person, shownName } from '../../core/domain/people.ts';
import { Problem, type ValidFields } from '../../core/domain/problems.ts';
import { invitedResource, personResource } from '../../core/resources/person.ts';
import type { PersonResource } from '../../core/schemas/person.ts';
import { settleAll } from '../../core/settle-all.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { type PersonOrder, readPersonOrder } from './add-person.ts';

export interface InvitePersonDeps {
  accounts: Pick<Accounts, 'find'>;
  people: Pick<People, 'list'>;
  invitations: Pick<Invitations, 'add' | 'wait'>;
  mails: Pick<MailQueue, 'order'>;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface InvitePersonOptions extends OrderShape {
  /** The inviting person, as the account knows them. */
  by: Person;
  /** Language of the mail. */
  locale: Locale;
  /** The call's response, committed with the invitation. */
  toResponse: (resource: PersonResource) => PendingResponse;
}

/**
 * Invites an e-mail address to an account. It reads nothing of other accounts, so the answer is the same whether the
 * service knows the address or not (rule DASH-10).
 * @throws Problem invalid_parameters with all problems, also if the account already has a hundred people · person_exists
 * if the account has or has invited this address · too_many_invitations · resource_not_found
 */
export async function invitePerson(
  deps: InvitePersonDeps,
  accountId: string,
  order: ValidFields<PersonOrder>,
  { by, locale, violations, fields, toResponse }: InvitePersonOptions,
): Promise<PersonResource> {
  const { email, role, name } = readPersonOrder(order, { violations, fields });
  const [, members] = await settleAll([requireAccount(deps.accounts, accountId), deps.people.list(accountId)]);
  if (members.some(({ person }) => person.email === email)) throw new Problem('person_exists');
  const created_at = deps.now();
  const id = createId('person', created_at, deps.randomBytes);
  const invitation: Invitation = {
    account_id: accountId,
    id,
    email,
    name,
    role,
    invited_by: shownName(by),
    inviter_id: by.id,
    created_at,
  };
  await deps.mails.order(mailAbout(invitation, by.id, locale));
  const resource = invitedResource(invitation, true);
  const outcome = await deps.invitations.add(invitation, toResponse(resource));
  if (outcome === 'exists') throw new Problem('person_exists');
  if (outcome === 'too_many') throw await tooMany(deps.invitations, { accountId, email, now: created_at });
  if (outcome === 'full')
    throw Problem.invalid([{ param: 'people', code: 'too_long', values: { max_items: MOST_PEOPLE } }]);
  return resource;
}

/**
 * Sends an invitation again until it is accepted, from now on as that of who sends it again; to a person whom the operator
 * has added, until the first sign-in (rule DASH-10).
 * @param by the inviting person
 * @throws Problem too_many_invitations · resource_not_found
 */
export async function inviteAgain(
  { people, invitations, mails, now }: InviteAgainDeps,
  accountId: string,
  personId: string,
  { by, locale, toResponse }: Pick<InvitePersonOptions, 'by' | 'locale' | 'toResponse'>,
): Promise<PersonResource> {
  // Counted before it is queued: a crash in between costs the mail, not the limit.
  const mailTo = async (email: string, about: Mailed, resource: PersonResource, before?: Invitation) => {
    const mail = { accountId, email, now: now() };
    const renewal = before && { before, invited_by: shownName(by), inviter_id: by.id };
    const outcome = await invitations.repeat(mail, renewal, toResponse(resource));
    if (outcome === 'too_many') throw await tooMany(invitations, mail);
    if (outcome === 'changed') return undefined;
    await mails.order(mailAbout(about, by.id, locale));
    return resource;
  };
  for (;;) {
    const [invitation, person, membership] = await settleAll([
      findInvitation(invitations, accountId, personId),
      people.find(personId),
      people.membership(accountId, personId),
    ]);
    if (invitation) {
      const renewed = await mailTo(invitation.email, invitation, invitedResource(invitation, true), invitation);
      if (renewed) return renewed;
      continue;
    }
    if (!person || !membership) throw new Problem('resource_not_found');
    const resource = personResource(person, membership);
    if (!person.identity) await mailTo(person.email, { ...membership, id: personId }, resource);
    return resource;
  }
}

interface InviteAgainDeps {
  people: Pick<People, 'find' | 'membership'>;
  invitations: Pick<Invitations, 'list' | 'repeat' | 'wait'>;
  mails: Pick<MailQueue, 'order'>;
  now: () => number;
}

async function tooMany(invitations: Pick<Invitations, 'wait'>, mail: InvitationMail): Promise<Problem> {
  return new Problem('too_many_invitations', { values: { seconds: await invitations.wait(mail) } });
}

type Mailed = Pick<Invitation, 'account_id' | 'id' | 'created_at'>;

const mailAbout = ({ account_id, id, created_at }: Mailed, invited_by: string, locale: Locale) =>
  ({ type: 'invitation', account_id, person_id: id, joined_at: created_at, invited_by, locale }) as const;

/** Whether an invitation still holds: it ends with the right of who sent it to invite people (rule DASH-18). */
export async function isGood(
  people: Pick<People, 'membership'>,
  { account_id, inviter_id }: Pick<Invitation, 'account_id' | 'inviter_id'>,
): Promise<boolean> {
  if (inviter_id === undefined) return true;
  const membership = await people.membership(account_id, inviter_id);
  return membership !== undefined && mayPerform('people-add', membership.role, { isOwn: false });
}

/** An invitation of an account by the id that stands for the person. */
export async function findInvitation(
  invitations: Pick<Invitations, 'list'>,
  accountId: string,
  id: string,
): Promise<Invitation | undefined> {
  return (await invitations.list(accountId)).find((invitation) => invitation.id === id);
}
