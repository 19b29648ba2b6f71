import type { Accounts } from '../../adapters/data/accounts.ts';
import type { People } from '../../adapters/data/people.ts';
import type { MailQueue } from '../../adapters/mail/mail-queue.ts';
import type { OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import {
  LONGEST_EMAIL,
  LONGEST_PERSON_NAME,
  MOST_PEOPLE,
  normalizedEmail,
  type Person,
  type Role,
} from '../../core/domain/people.ts';
import { type Detail, Problem, type ValidFields } from '../../core/domain/problems.ts';
import { personResource } from '../../core/resources/person.ts';
import type { PersonResource } from '../../core/schemas/person.ts';
import { settleAll } from '../../core/settle-all.ts';
import { requireAccount } from '../accounts/require-account.ts';

export interface AddPersonDeps {
  accounts: Pick<Accounts, 'find'>;
  people: Pick<People, 'findByEmail' | 'join'>;
  /** Sends invitations; without it, people must be informed by other means. */
  mails?: Pick<MailQueue, 'order'>;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface PersonOrder {
  email: string;
  role: Role;
  name?: string | null;
}

export interface AddPersonOptions extends Partial<OrderShape> {
  /** The inviting person; null for the operator. */
  by?: string | null;
  /** Language of the invitation. */
  locale?: Locale;
  /** The call's response, committed with the membership. */
  toResponse?: (resource: PersonResource) => PendingResponse;
}

/**
 * Adds a person to an account by e-mail address, and sends an invitation. A person who has signed in before has access
 * immediately; others after the first sign-in with that address (rule DASH-10).
 * @throws Problem invalid_parameters with all problems, also if the account already has a hundred people · person_exists ·
 * resource_not_found
 */
export async function addPerson(
  deps: AddPersonDeps,
  accountId: string,
  order: ValidFields<PersonOrder>,
  { by = null, locale = 'pt-BR', violations = [], fields = [], toResponse }: AddPersonOptions = {},
): Promise<PersonResource> {
  const { email, role, name } = {
    ...order,
    email: normalizedEmail(order.email ?? ''),
    name: order.name?.trim() || null,
  };
  const problems = problemsOf(fields, violations, personDetails(email, name));
  if (problems.length > 0 || role === undefined) throw Problem.invalid(problems);

  await requireAccount(deps.accounts, accountId);
  for (;;) {
    const known = await deps.people.findByEmail(email);
    const person = known ?? newPerson(deps, email, name);
    const membership = { account_id: accountId, person_id: person.id, role, created_at: deps.now() };
    await deps.mails?.order({
      type: 'invitation',
      account_id: accountId,
      person_id: person.id,
      joined_at: membership.created_at,
      invited_by: by,
      locale,
    });
    const resource = personResource(person, membership);
    const outcome = await deps.people.join(membership, known ? undefined : person, toResponse?.(resource));
    if (outcome === 'done') return resource;
    if (outcome === 'exists') throw new Problem('person_exists');
    if (outcome === 'full')
      throw Problem.invalid([{ param: 'people', code: 'too_long', values: { max_items: MOST_PEOPLE } }]);
    // A concurrent call has created the person; the queued mail finds nobody.
  }
}

function personDetails(email: string, name: string | null): Detail[] {
  const details: Detail[] = [];
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email))
    details.push({ param: 'email', code: 'invalid_format', values: { format: 'email' } });
  if (email.length > LONGEST_EMAIL)
    details.push({ param: 'email', code: 'too_long', values: { maximum: LONGEST_EMAIL } });
  if (name !== null && [...name].length > LONGEST_PERSON_NAME)
    details.push({ param: 'name', code: 'too_long', values: { maximum: LONGEST_PERSON_NAME } });
  return details;
}

/**
 * Sends an invitation again, unless the person has already signed in (rule DASH-10).
 * @param by the inviting person
 * @throws Problem resource_not_found
 */
export async function inviteAgain(
  { people, mails }: { people: Pick<People, 'find' | 'membership'>; mails: Pick<MailQueue, 'order'> },
  accountId: string,
  personId: string,
  { by, locale }: { by: string | null; locale: Locale },
): Promise<PersonResource> {
  const [person, membership] = await settleAll([people.find(personId), people.membership(accountId, personId)]);
  if (!person || !membership) throw new Problem('resource_not_found');
  if (!person.identity)
    await mails.order({
      type: 'invitation',
      account_id: accountId,
      person_id: personId,
      joined_at: membership.created_at,
      invited_by: by,
      locale,
    });
  return personResource(person, membership);
}

function newPerson({ now, randomBytes }: AddPersonDeps, email: string, name: string | null): Person {
  const created_at = now();
  return { id: createId('person', created_at, randomBytes), email, name, generation: 0, created_at };
}
