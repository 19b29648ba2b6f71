import type { People } from '../../adapters/data/accounts/people.ts';
import type { Sessions } from '../../adapters/data/accounts/sessions.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { Person } from '../../core/domain/people.ts';
import { Problem } from '../../core/domain/problems.ts';
import { endOfSession, type SessionLimits } from '../../core/domain/sessions.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { BrowserSessionResource } from '../../core/schemas/session.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';

/** The hash of a cookie's hash: it identifies a session, but is not a key of the table. */
const idOf = (tokenSha256: string) => sha256(tokenSha256).slice(0, 32);

interface Asking {
  person: Person;
  /** Of the requesting session. */
  tokenSha256: string;
}

/** Browsers in which a person is signed in now, most recently seen first (rule DASH-14). */
export async function listBrowserSessions(
  sessions: Pick<Sessions, 'ofPerson'>,
  { person, tokenSha256 }: Asking,
  { limits, now }: { limits: SessionLimits; now: number },
): Promise<BrowserSessionResource[]> {
  const found = await sessions.ofPerson(person.id);
  return found
    .filter(({ session }) => session.generation === person.generation && endOfSession(session, limits) > now)
    .sort((a, b) => b.session.seen_at - a.session.seen_at)
    .map(({ tokenSha256: token, session }) => ({
      id: idOf(token),
      object: 'browser_session',
      current: token === tokenSha256,
      browser: session.device?.browser ?? null,
      system: session.device?.system ?? null,
      created_at: timestamp(session.created_at),
      seen_at: timestamp(session.seen_at),
    }));
}

/**
 * Ends one session of a person, or all except the requesting one (rule DASH-14).
 * @throws Problem resource_not_found for a session that is not the person's · session_ended if all ended at the same
 * moment
 */
export async function endBrowserSessions(
  sessions: Pick<Sessions, 'ofPerson' | 'end' | 'endOthers'>,
  { person, tokenSha256 }: Asking,
  id: string | undefined,
  response: PendingResponse,
): Promise<void> {
  if (id === undefined) {
    if (!(await sessions.endOthers(person, tokenSha256, response))) throw new Problem('session_ended');
    return;
  }
  const found = (await sessions.ofPerson(person.id)).find(({ tokenSha256: token }) => idOf(token) === id);
  if (!found) throw new Problem('resource_not_found');
  await sessions.end(found.tokenSha256, response);
}

/**
 * Signs a person out in the requesting browser, or everywhere (rule DASH-8).
 * @throws Problem session_ended if all sessions ended at the same moment
 */
export async function signOut(
  sessions: Pick<Sessions, 'end' | 'endAll'>,
  { person, tokenSha256 }: Asking,
  { everywhere, response }: { everywhere: boolean; response: PendingResponse },
): Promise<void> {
  if (!everywhere) await sessions.end(tokenSha256, response);
  else if (!(await sessions.endAll(person, { tokenSha256, response }))) throw new Problem('session_ended');
}

/**
 * Signs a person of an account out everywhere, for the operator. The provider's own session lets nobody in without a
 * new authentication (rule DASH-5).
 * @throws Problem resource_not_found
 */
export async function signOutEverywhere(
  { people, sessions }: { people: Pick<People, 'find' | 'membership'>; sessions: Pick<Sessions, 'endAll'> },
  accountId: string,
  personId: string,
): Promise<{ id: string; email: string }> {
  for (;;) {
    const person = await findIn(people, accountId, personId);
    if (await sessions.endAll(person)) return { id: person.id, email: person.email };
    // The person signed out everywhere at the same moment.
  }
}

/**
 * Lets a person sign in anew who has lost the means to: ends their sessions, and their next sign-in with the same
 * address, verified by the provider, counts as their first (rule DASH-5). Repeating it changes nothing.
 * @throws Problem resource_not_found
 */
export async function unlinkPerson(
  people: Pick<People, 'find' | 'membership' | 'unlink'>,
  accountId: string,
  personId: string,
): Promise<{ id: string; email: string }> {
  for (;;) {
    const { identity, ...person } = await findIn(people, accountId, personId);
    if (!identity || (await people.unlink({ ...person, identity }))) return { id: person.id, email: person.email };
  }
}

async function findIn(
  people: Pick<People, 'find' | 'membership'>,
  accountId: string,
  personId: string,
): Promise<Person> {
  const [person, membership] = await settleAll([people.find(personId), people.membership(accountId, personId)]);
  if (!person || !membership) throw new Problem('resource_not_found');
  return person;
}
