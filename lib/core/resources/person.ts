import { inAccount, type Invitation, type Membership, type Person } from '../domain/people.ts';
import type { PersonResource } from '../schemas/person.ts';
import { timestamp } from './timestamps.ts';

/** A person of an account. */
export function personResource(person: Person, membership: Membership): PersonResource {
  const { id, name, email } = inAccount(person, membership);
  const { role, created_at } = membership;
  return {
    id,
    object: 'person',
    name,
    email,
    role,
    state: person.identity ? 'active' : 'invited',
    created_at: timestamp(created_at),
  };
}

/**
 * An invited person of an account: only what the account itself has said.
 * @param isGood whether the invitation still holds (rule DASH-18)
 */
export function invitedResource({ id, name, email, role, created_at }: Invitation, isGood: boolean): PersonResource {
  const state = isGood ? 'invited' : 'invitation_ended';
  return { id, object: 'person', name, email, role, state, created_at: timestamp(created_at) };
}
