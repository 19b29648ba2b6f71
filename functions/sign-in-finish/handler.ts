import { randomBytes } from 'node:crypto';
import { openActivities } from '../../lib/adapters/data/accounts/activities.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { sessionCookie, signInCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { queryOf, redirectHandler } from '../../lib/adapters/http/redirect-handler.ts';
import { sessionDeviceOf } from '../../lib/adapters/http/visitor.ts';
import { openSignInAttempts } from '../../lib/adapters/sign-in/attempts.ts';
import { openIdClients, SignInRefused } from '../../lib/adapters/sign-in/openid.ts';
import { openTokenSeal } from '../../lib/adapters/sign-in/token-seal.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { noteInAccounts } from '../../lib/operations/people/note-in-accounts.ts';
import { beginSession, recognize } from '../../lib/operations/people/sign-in.ts';

const env = readEnvironment('TABLE_NAME', 'OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET');
const table = openTable(env.TABLE_NAME);
const attempts = openSignInAttempts(env.OPENID_CLIENT_SECRET);
const deps = {
  people: openPeople(table),
  invitations: openInvitations(table),
  sessions: openSessions(table),
  activities: openActivities(table),
  tokens: openTokenSeal(env.OPENID_CLIENT_SECRET),
  now: () => Date.now(),
  randomBytes,
};
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: env.OPENID_CLIENT_SECRET,
});

const failed = (outcome: 'expired' | 'not_invited' | 'refused') => ({
  location: `/?sign_in_error=${outcome}`,
  ended: { outcome },
});

export const handler = redirectHandler(
  { operation: 'sign-in-finish', onFailure: '/?sign_in_error=unavailable' },
  async ({ event, site, now }) => {
    const query = queryOf(event);
    const state = query.get('state') ?? '';
    const attempt = attempts.open(signInCookie.of(event, state, site) ?? '', now);
    if (attempt?.state !== state) return failed('expired');
    try {
      const { refreshToken, ...claims } = await provider(site.origin).finish(query, attempt);
      const person = await recognize(deps, claims);
      if (!person) return failed('not_invited');
      const { replaces, return_to } = attempt;
      await noteInAccounts(deps, person, 'sign-in-finish');
      const session = await beginSession(deps, person, {
        replaces,
        limits: site.limits,
        device: sessionDeviceOf(event),
        refreshToken,
      });
      // Other sign-ins of this browser that still wait replace the new session.
      const others = signInCookie.all(event, site).flatMap((sealed) => attempts.open(sealed, now) ?? []);
      const waiting = others
        .filter((other) => other.state !== state)
        .map((other) => {
          const sealed = attempts.seal({ ...other, replaces: sha256(session) });
          return signInCookie.set(other.state, sealed, Math.ceil((other.expires_at - now) / 1000), site);
        });
      const cookies = [sessionCookie.set(session, site), signInCookie.clear(state, site), ...waiting];
      return { location: return_to, cookies, ended: { outcome: 'done', personId: person.id } };
    } catch (error) {
      if (error instanceof SignInRefused) return { ...failed('refused'), refusal: error };
      throw error;
    }
  },
);
