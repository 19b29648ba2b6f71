import type { People } from '../../adapters/data/people.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { Role } from '../../core/domain/people.ts';
import { Problem } from '../../core/domain/problems.ts';
import { personResource } from '../../core/resources/person.ts';
import type { PersonResource } from '../../core/schemas/person.ts';
import { settleAll } from '../../core/settle-all.ts';

type ChangeDeps = Pick<People, 'find' | 'membership' | 'setRole' | 'leave'>;

/** People of an account; at most a hundred, so there are no pages. */
export async function listPeople(people: Pick<People, 'list'>, accountId: string): Promise<PersonResource[]> {
  return (await people.list(accountId)).map(({ person, membership }) => personResource(person, membership));
}

/**
 * Changes a person's role in an account, with effect from the next request.
 * @param toResponse the call's response, committed with the role
 * @throws Problem resource_not_found · last_owner
 */
export async function changeRole(
  people: ChangeDeps,
  accountId: string,
  personId: string,
  role: Role,
  toResponse?: (resource: PersonResource) => PendingResponse,
): Promise<PersonResource> {
  for (;;) {
    const { person, membership } = await find(people, accountId, personId);
    if (membership.role === role) return personResource(person, membership);
    const resource = personResource(person, { ...membership, role });
    const outcome = await people.setRole(membership, role, toResponse?.(resource));
    if (outcome === 'last_owner') throw new Problem('last_owner');
    if (outcome === 'done') return resource;
    // Another call changed the role at the same moment.
  }
}

/**
 * Removes a person from an account; their next request is rejected. The person is kept for other accounts and the
 * activity log.
 * @param response the call's response, committed with the removal
 * @throws Problem resource_not_found · last_owner
 */
export async function removePerson(
  people: ChangeDeps,
  accountId: string,
  personId: string,
  response?: PendingResponse,
): Promise<void> {
  for (;;) {
    const { membership } = await find(people, accountId, personId);
    const outcome = await people.leave(membership, response);
    if (outcome === 'last_owner') throw new Problem('last_owner');
    if (outcome === 'done') return;
  }
}

async function find(people: ChangeDeps, accountId: string, personId: string) {
  const [person, membership] = await settleAll([people.find(personId), people.membership(accountId, personId)]);
  if (!person || !membership) throw new Problem('resource_not_found');
  return { person, membership };
}
