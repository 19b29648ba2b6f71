import { randomBytes } from 'node:crypto';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openSessions, openSignInAttempts } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { sessionCookie, signInCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { queryOf, redirectHandler } from '../../lib/adapters/http/redirect-handler.ts';
import { sessionDeviceOf } from '../../lib/adapters/http/visitor.ts';
import { openIdClients, SignInRefused } from '../../lib/adapters/sign-in/openid.ts';
import { readEnvironment, readOptional } from '../../lib/core/environment.ts';
import { settleAll } from '../../lib/core/settle-all.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { beginSession, recognize } from '../../lib/operations/people/sign-in.ts';

const env = readEnvironment('TABLE_NAME', 'OPENID_ISSUER', 'OPENID_CLIENT_ID');
const table = openTable(env.TABLE_NAME);
const attempts = openSignInAttempts(table);
const deps = {
  people: openPeople(table),
  invitations: openInvitations(table),
  sessions: openSessions(table),
  now: () => Date.now(),
  randomBytes,
};
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: readOptional('OPENID_CLIENT_SECRET'),
});

const failed = (code: string) => ({ location: `/?sign_in_error=${code}` });

export const handler = redirectHandler(
  { operation: 'sign-in-finish', onFailure: '/?sign_in_error=unavailable' },
  async ({ event, site, now }) => {
    const query = queryOf(event);
    const token = signInCookie.of(event, query.get('state') ?? '', site);
    const attempt = token && (await attempts.take(sha256(token), now));
    if (!attempt) return failed('expired');
    try {
      const person = await recognize(deps, await provider(site.origin).finish(query, attempt));
      if (!person) return failed('not_invited');
      const { replaces, return_to, state } = attempt;
      const session = await beginSession(deps, person, {
        replaces,
        limits: site.limits,
        device: sessionDeviceOf(event),
      });
      const others = signInCookie.all(event, site).filter((other) => other !== token);
      await settleAll(others.map((other) => attempts.replace(sha256(other), sha256(session))));
      return { location: return_to, cookies: [sessionCookie.set(session, site), signInCookie.clear(state, site)] };
    } catch (error) {
      if (error instanceof SignInRefused) return { ...failed('refused'), refusal: error };
      throw error;
    }
  },
);
