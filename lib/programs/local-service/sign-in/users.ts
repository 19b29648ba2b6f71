import type { Role } from '../../../core/domain/people.ts';
import { sha256 } from '../../../core/sha256.ts';

/** People of a new local service's account, one of each role. */
export const seededPeople: readonly { email: string; name: string; role: Role }[] = [
  { email: 'ana@exemplo.com.br', name: 'Ana Souza', role: 'owner' },
  { email: 'davi@exemplo.com.br', name: 'Davi Lima', role: 'developer' },
  { email: 'clara@exemplo.com.br', name: 'Clara Nunes', role: 'sender' },
  { email: 'vitor@exemplo.com.br', name: 'Vitor Reis', role: 'viewer' },
];

/** Everyone's password: the local provider protects nothing. */
export const LOCAL_PASSWORD = 'malote-local';

/** The provider's claims for an address; it knows every address, because anyone may be invited. */
export function claimsOf(email: string) {
  const known = seededPeople.find((person) => person.email === email);
  return {
    sub: sha256(email).slice(0, 32),
    email,
    email_verified: true,
    ...(known && { name: known.name }),
  };
}
