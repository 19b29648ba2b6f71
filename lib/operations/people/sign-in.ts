import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { Sessions } from '../../adapters/data/accounts/sessions.ts';
import type { Claims } from '../../adapters/sign-in/openid.ts';
import type { TokenSeal } from '../../adapters/sign-in/token-seal.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { LONGEST_PERSON_NAME, normalizedEmail, type Person } from '../../core/domain/people.ts';
import type { SessionDevice, SessionLimits } from '../../core/domain/sessions.ts';
import { sha256 } from '../../core/sha256.ts';

/** 256 random bits: too many to guess, so a plain hash is safe. */
const TOKEN_BYTES = 32;

/** A token for a cookie. */
export function newToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

export interface RecognizeDeps {
  people: Pick<People, 'findByIdentity' | 'findByEmail' | 'identify' | 'register' | 'rename'>;
  invitations: Pick<Invitations, 'to'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * The person of a provider's claims: identified by the subject or, at the first sign-in, by an e-mail address that the
 * provider has verified and an account has added or invited (rule DASH-5). Their name is what the provider tells.
 * @returns undefined for a person whom no account has added or invited
 */
export async function recognize(
  { people, invitations, now, randomBytes }: RecognizeDeps,
  { issuer, subject, email, emailVerified, name: claimed }: Claims,
): Promise<Person | undefined> {
  const identity = { issuer, subject };
  const name = nameIn(claimed);
  const known = await people.findByIdentity(identity);
  if (known) {
    if (name === null || name === known.name) return known;
    await people.rename(known, name);
    return { ...known, name };
  }
  if (email === null || !emailVerified) return undefined;
  const address = normalizedEmail(email);
  const added = await people.findByEmail(address);
  // The address is linked to another subject: its new owner is a different person.
  if (added?.identity) return undefined;
  if (added) await people.identify(added, identity, name);
  else {
    if ((await invitations.to(address)).length === 0) return undefined;
    const created_at = now();
    const id = createId('person', created_at, randomBytes);
    await people.register({ id, email: address, name, identity, generation: 0, created_at });
  }
  return people.findByIdentity(identity);
}

/** A provider's name in one line, without the characters that `SHORT_TEXT` refuses. */
function nameIn(claimed: string | null): string | null {
  const clean = (claimed ?? '').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  return clean.slice(0, LONGEST_PERSON_NAME) || null;
}

export interface BeginSessionDeps {
  sessions: Pick<Sessions, 'begin' | 'end'>;
  tokens: Pick<TokenSeal, 'seal'>;
  now: () => number;
  randomBytes: RandomBytes;
}

interface NewSession {
  /** SHA-256 of the browser's previous session. */
  replaces: string | null;
  limits: SessionLimits;
  device: SessionDevice;
  /** Of the provider. */
  refreshToken: string | null;
}

/**
 * Begins a session, and ends the browser's previous one: no token outlives a sign-in (rule DASH-7).
 * @returns its token, which is not stored
 */
export async function beginSession(
  { sessions, tokens, now, randomBytes }: BeginSessionDeps,
  { id, generation }: Person,
  { replaces, limits, device, refreshToken }: NewSession,
): Promise<string> {
  const token = newToken(randomBytes);
  const begunAt = now();
  const tokenSha256 = sha256(token);
  const session = {
    ...{ person_id: id, generation, created_at: begunAt, seen_at: begunAt, device },
    ...(refreshToken !== null && { refresh_token: tokens.seal(refreshToken, tokenSha256) }),
  };
  await sessions.begin(tokenSha256, session, limits.longest);
  if (replaces !== null) await sessions.end(replaces);
  return token;
}
