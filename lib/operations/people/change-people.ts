import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { Role } from '../../core/domain/people.ts';
import { Problem } from '../../core/domain/problems.ts';
import { invitedResource, personResource } from '../../core/resources/person.ts';
import type { PersonResource } from '../../core/schemas/person.ts';
import { settleAll } from '../../core/settle-all.ts';
import { findInvitation, isGood } from './invite-person.ts';
import type { Ending } from './made-by.ts';

interface ChangeDeps {
  people: Pick<People, 'find' | 'membership' | 'setRole' | 'leave'>;
  invitations: Pick<Invitations, 'list' | 'setRole' | 'end'>;
}

export interface ListPeopleDeps {
  people: Pick<People, 'list'>;
  invitations: Pick<Invitations, 'list'>;
}

/** People of an account, and whom it has invited; at most a hundred, so there are no pages. */
export async function listPeople(
  { people, invitations }: ListPeopleDeps,
  accountId: string,
): Promise<PersonResource[]> {
  const [members, invited] = await settleAll([people.list(accountId), invitations.list(accountId)]);
  const read = {
    membership: (_: string, id: string) => Promise.resolve(members.find(({ person }) => person.id === id)?.membership),
  };
  const oldestFirst = invited.sort((a, b) => a.created_at - b.created_at);
  return [
    ...members.map(({ person, membership }) => personResource(person, membership)),
    ...(await settleAll(
      oldestFirst.map(async (invitation) => invitedResource(invitation, await isGood(read, invitation))),
    )),
  ];
}

/** What the change ends besides: keys and endpoints (`endingOf`). Read again after a lost race. */
type EndsBesides = () => Promise<Ending>;
const nothingEnded = { revoked: [], kept: [] };
const nothing: EndsBesides = () => Promise.resolve({ ...nothingEnded, writes: [] });

type Ended = Pick<Ending, 'revoked' | 'kept'>;

/**
 * Changes the role of a person, or of an invited person, in an account, with effect from the next request.
 * @param options.toResponse the call's response, committed with the role
 * @throws Problem resource_not_found · last_owner
 */
export async function changeRole(
  { people, invitations }: ChangeDeps,
  accountId: string,
  personId: string,
  role: Role,
  { endsBesides = nothing, toResponse }: Options<PersonResource & Ended> = {},
): Promise<PersonResource & Ended> {
  for (;;) {
    const invitation = await findInvitation(invitations, accountId, personId);
    if (invitation) {
      const good = await isGood(people, invitation);
      const resource = { ...invitedResource({ ...invitation, role }, good), ...nothingEnded };
      if (invitation.role === role) return resource;
      if (await invitations.setRole(invitation, role, toResponse?.(resource))) return resource;
      continue;
    }
    const { person, membership } = await find(people, accountId, personId);
    const { writes, ...ended } = await endsBesides();
    const resource = { ...personResource(person, { ...membership, role }), ...ended };
    if (membership.role === role && writes.length === 0) return resource;
    const outcome = await people.setRole(membership, role, toResponse?.(resource), writes);
    if (outcome === 'last_owner') throw new Problem('last_owner');
    if (outcome === 'done') return resource;
    // Another call changed the role, or ended the same, at the same moment.
  }
}

interface Options<Answer> {
  endsBesides?: EndsBesides;
  toResponse?: (answer: Answer) => PendingResponse;
}

/**
 * Removes a person from an account; their next request is rejected. The person is kept for other accounts and the
 * activity log. Of an invited person, it ends the invitation.
 * @param options.toResponse the call's response, committed with the removal
 * @throws Problem resource_not_found · last_owner
 */
export async function removePerson(
  { people, invitations }: ChangeDeps,
  accountId: string,
  personId: string,
  { endsBesides = nothing, toResponse }: Options<RemovedPerson> = {},
): Promise<RemovedPerson> {
  for (;;) {
    const invitation = await findInvitation(invitations, accountId, personId);
    if (invitation) {
      const removed: RemovedPerson = { id: personId, object: 'person', deleted: true, ...nothingEnded };
      if (await invitations.end(invitation, toResponse?.(removed))) return removed;
      continue;
    }
    const { membership } = await find(people, accountId, personId);
    const { writes, ...ended } = await endsBesides();
    const removed: RemovedPerson = { id: personId, object: 'person', deleted: true, ...ended };
    const outcome = await people.leave(membership, toResponse?.(removed), writes);
    if (outcome === 'last_owner') throw new Problem('last_owner');
    if (outcome === 'done') return removed;
  }
}

interface RemovedPerson extends Ended {
  id: string;
  object: 'person';
  deleted: true;
}

async function find(people: ChangeDeps['people'], accountId: string, personId: string) {
  const [person, membership] = await settleAll([people.find(personId), people.membership(accountId, personId)]);
  if (!person || !membership) throw new Problem('resource_not_found');
  return { person, membership };
}
