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

/** Whether a person is a member already, or may still become one (rules DASH-10 and DASH-18). */
export const personStates = ['invited', 'invitation_ended', 'active'] as const;

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
  /** The inviter, with whose right it ends (rule DASH-18); absent in invitations of earlier releases. */
  inviter_id?: string;
  created_at: number;
}

/** A person as one account sees them. */
export function inAccount(person: Person, { name = null }: Pick<Membership, 'name'>): Person {
  return { ...person, name: person.name ?? name };
}

/** Name of a person, or the address while no name is known. */
export const shownName = ({ name, email }: Pick<Person, 'name' | 'email'>) => name ?? email;

/**
 * Spellings that differ only in case are one person: providers and people capitalize freely. But no other character
 * becomes an ASCII one: Unicode makes a `k` of U+212A, so somebody else could claim the address.
 */
export function normalizedEmail(email: string): string {
  const trimmed = email.trim();
  const folded = trimmed.normalize('NFC').toLowerCase();
  return isAscii(folded) && !isAscii(trimmed) ? trimmed : folded;
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** An atom of RFC 5322 §3.2.3. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** A label of a host name, RFC 1123 §2.1; names in other scripts have a form in ASCII (`xn--…`). */
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?=[A-Za-z])${LABEL}$`);

/**
 * Whether mails can be sent to an address: a dot-atom of at most 64 characters (RFC 5321 §4.1.2, §4.5.3.1.1) at a domain
 * name, all in ASCII, as SES takes no others
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html).
 */
export const isEmail = (text: string): boolean => EMAIL.test(text);
