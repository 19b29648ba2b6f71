import type { People } from '../../adapters/data/accounts/people.ts';
import type { Sessions } from '../../adapters/data/accounts/sessions.ts';
import type { TokenSeal } from '../../adapters/sign-in/token-seal.ts';
import { CHECKED_EVERY_MS, type Session } from '../../core/domain/sessions.ts';
import { concurrently } from '../concurrently.ts';

export interface CheckSessionsDeps {
  sessions: Pick<Sessions, 'dueForCheck' | 'checked' | 'end'>;
  tokens: TokenSeal;
  /** Asks the provider; the token for the next time, or undefined if it no longer vouches for the person. */
  renew: (refreshToken: string) => Promise<string | undefined>;
  now: () => number;
  /** Reports a session that the provider ended. */
  reportEnded: (personId: string) => void;
  /** Reports a session about which the provider did not answer; it is asked again. */
  reportUnasked: (personId: string, error: unknown) => void;
}

/** Of one page; Cognito takes 120 such requests a second (https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html). */
const PAGE = 100;
const AT_ONCE = 10;

/**
 * Asks the provider about each session that was used since the last time, and ends those of people for whom it no longer
 * vouches (rule DASH-8). While the provider does not answer, sessions go on: its outage must not sign everybody out.
 * @param until instant after which no further page begins
 */
export async function checkSessions(
  deps: CheckSessionsDeps,
  until: number,
): Promise<{ checked: number; ended: number }> {
  const tally = { checked: 0, ended: 0 };
  for (;;) {
    const due = await deps.sessions.dueForCheck(deps.now(), PAGE);
    const results = await concurrently(due, AT_ONCE, (each) => checkSession(deps, each));
    tally.checked += results.filter((result) => result !== 'unasked').length;
    tally.ended += results.filter((result) => result === 'ended').length;
    // What stays due waits for the next run.
    if (due.length < PAGE || results.includes('unasked') || deps.now() >= until) return tally;
  }
}

type Result = 'vouched' | 'ended' | 'unasked';

async function checkSession(
  { sessions, tokens, renew, now, reportEnded, reportUnasked }: CheckSessionsDeps,
  { tokenSha256, session }: { tokenSha256: string; session: Session },
): Promise<Result> {
  const end = async () => {
    await sessions.end(tokenSha256);
    reportEnded(session.person_id);
    return 'ended' as const;
  };
  const present = tokens.open(session.refresh_token ?? '', tokenSha256);
  // The dashboard has another client at the provider now, which knows nothing of this session.
  if (present === undefined) return end();
  try {
    const next = await renew(present);
    if (next === undefined) return await end();
    const at = now();
    const refreshToken = next === present ? session.refresh_token! : tokens.seal(next, tokenSha256);
    const isUsed = at - session.seen_at < CHECKED_EVERY_MS;
    const vouched = { refreshToken, next: isUsed ? at + CHECKED_EVERY_MS : undefined };
    // Used at this very moment: the next check is planned as for any session in use.
    if (!(await sessions.checked(tokenSha256, session, vouched)))
      await sessions.checked(tokenSha256, session, { refreshToken, next: at + CHECKED_EVERY_MS });
    return 'vouched';
  } catch (error) {
    reportUnasked(session.person_id, error);
    return 'unasked';
  }
}

/**
 * Ends every session of whoever has just set a new password at the provider (rule DASH-8).
 * @returns false for a person who never signed in here
 */
export async function endSessionsOf(
  { people, sessions }: { people: Pick<People, 'findByIdentity'>; sessions: Pick<Sessions, 'endAll'> },
  identity: { issuer: string; subject: string },
): Promise<boolean> {
  for (;;) {
    const person = await people.findByIdentity(identity);
    if (!person) return false;
    if (await sessions.endAll(person)) return true;
    // The person signed out everywhere at the same moment.
  }
}
