/** What a person may do in an account (rule DASH-2). */
export const roles = ['owner', 'developer', 'sender', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** People of one account; more would make the list of them longer than a page. */
export const MOST_PEOPLE = 100;

/** Longest e-mail address that can be delivered to (RFC 5321 §4.5.3.1.3, without the brackets). */
export const LONGEST_EMAIL = 254;
export const LONGEST_PERSON_NAME = 100;

/** Who someone is at an OpenID provider: the pair never changes, and no other pair is the same person. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** A human being who signs in. Instants are epoch milliseconds. */
export interface Person {
  id: string;
  /** As `normalizedEmail` gives it. */
  email: string;
  /** Null until it is known. */
  name: string | null;
  /** Absent until the first sign-in. */
  identity?: Subject;
  /** Counts how often all sessions were ended; sessions of an earlier count are over. */
  generation: number;
  created_at: number;
}

/** A person's place in an account. */
export interface Membership {
  account_id: string;
  person_id: string;
  role: Role;
  created_at: number;
}

/** Two spellings of one address are one person: providers and people write capitals as they like. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
