/** What a person may do in an account (rule DASH-2). */
export const roles = ['owner', 'developer', 'sender', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Maximum people of one account; more would not fit on one page of their list. */
export const MOST_PEOPLE = 100;

/** Longest e-mail address that can be delivered to (RFC 5321 §4.5.3.1.3, without the brackets). */
export const LONGEST_EMAIL = 254;
export const LONGEST_PERSON_NAME = 100;

/** A person's identity at an OpenID provider: the pair never changes, and belongs to no other person. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** A human being who signs in. Instants are epoch milliseconds. */
export interface Person {
  id: string;
  /** In the form of `normalizedEmail`. */
  email: string;
  /** As their provider tells it, never as an account calls them; null until it is known. */
  name: string | null;
  /** Absent until the first sign-in. */
  identity?: Subject;
  /** Incremented when all sessions are ended; sessions of an earlier generation are over. */
  generation: number;
  created_at: number;
}

/** A person's role in an account. */
export interface Membership {
  account_id: string;
  person_id: string;
  role: Role;
  /** What this account calls them, until their own name is known; absent in memberships of earlier releases. */
  name?: string | null;
  created_at: number;
}

/**
 * An account's invitation of an address, which whoever receives mail there may accept. It is of the account alone: it
 * neither reads nor changes the person of that address, so it tells nobody whether there is one.
 */
export interface Invitation {
  account_id: string;
  /** Stands for the person in this account until they accept; an id of a person that nobody has. */
  id: string;
  /** In the form of `normalizedEmail`. */
  email: string;
  /** What the account calls them. */
  name: string | null;
  role: Role;
  /** Name or address of the inviter, as their account knew it. */
  invited_by: string;
  created_at: number;
}

/** A person as one account sees them. */
export function inAccount(person: Person, { name = null }: Pick<Membership, 'name'>): Person {
  return { ...person, name: person.name ?? name };
}

/** Name of a person, or the address while no name is known. */
export const shownName = ({ name, email }: Pick<Person, 'name' | 'email'>) => name ?? email;

/** Spellings that differ only in case are one person: providers and people capitalize freely. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
