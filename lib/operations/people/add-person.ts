import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { OrderShape } from '../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import {
  isEmail,
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
import { requireAccount } from '../accounts/require-account.ts';

export interface AddPersonDeps {
  accounts: Pick<Accounts, 'find'>;
  people: Pick<People, 'findByEmail' | 'join'>;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface PersonOrder {
  email: string;
  role: Role;
  /** What the account calls them. */
  name?: string | null;
}

/**
 * Adds a person to an account by e-mail address, in the name of the operator, who is trusted: without an invitation. A
 * person who has signed in before has access immediately; others after the first sign-in with that address (rule
 * DASH-10).
 * @throws Problem invalid_parameters with all problems, also if the account already has a hundred people · person_exists ·
 * resource_not_found
 */
export async function addPerson(
  deps: AddPersonDeps,
  accountId: string,
  order: ValidFields<PersonOrder>,
): Promise<PersonResource> {
  const { email, role, name } = readPersonOrder(order);
  await requireAccount(deps.accounts, accountId);
  for (;;) {
    const known = await deps.people.findByEmail(email);
    const person = known ?? newPerson(deps, email);
    const membership = { account_id: accountId, person_id: person.id, role, name, created_at: deps.now() };
    const outcome = await deps.people.join(membership, known ? undefined : person);
    if (outcome === 'done') return personResource(person, membership);
    if (outcome === 'exists') throw new Problem('person_exists');
    if (outcome === 'full')
      throw Problem.invalid([{ param: 'people', code: 'too_long', values: { max_items: MOST_PEOPLE } }]);
    // A concurrent call has created the person.
  }
}

/**
 * @returns the order with its address in the form of `normalizedEmail`
 * @throws Problem invalid_parameters with all problems
 */
export function readPersonOrder(
  order: ValidFields<PersonOrder>,
  { violations, fields }: OrderShape = { violations: [], fields: [] },
): Required<PersonOrder> {
  const { email, role, name } = {
    ...order,
    email: normalizedEmail(order.email ?? ''),
    name: order.name?.trim() || null,
  };
  const problems = problemsOf(fields, violations, personDetails(email, name));
  if (problems.length > 0 || role === undefined) throw Problem.invalid(problems);
  return { email, role, name };
}

function personDetails(email: string, name: string | null): Detail[] {
  const details: Detail[] = [];
  if (!isEmail(email)) details.push({ param: 'email', code: 'invalid_format', values: { format: 'email' } });
  if (email.length > LONGEST_EMAIL)
    details.push({ param: 'email', code: 'too_long', values: { maximum: LONGEST_EMAIL } });
  if (name !== null && [...name].length > LONGEST_PERSON_NAME)
    details.push({ param: 'name', code: 'too_long', values: { maximum: LONGEST_PERSON_NAME } });
  return details;
}

function newPerson({ now, randomBytes }: AddPersonDeps, email: string): Person {
  const created_at = now();
  return { id: createId('person', created_at, randomBytes), email, name: null, generation: 0, created_at };
}
