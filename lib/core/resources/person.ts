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

/** An invited person of an account: only what the account itself has said. */
export function invitedResource({ id, name, email, role, created_at }: Invitation): PersonResource {
  return { id, object: 'person', name, email, role, state: 'invited', created_at: timestamp(created_at) };
}
