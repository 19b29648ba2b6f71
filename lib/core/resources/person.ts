import type { Membership, Person } from '../domain/people.ts';
import type { PersonResource } from '../schemas/person.ts';
import { timestamp } from './timestamps.ts';

/** A person of an account. */
export function personResource(person: Person, { role, created_at }: Membership): PersonResource {
  return {
    id: person.id,
    object: 'person',
    name: person.name,
    email: person.email,
    role,
    state: person.identity ? 'active' : 'invited',
    created_at: timestamp(created_at),
  };
}
