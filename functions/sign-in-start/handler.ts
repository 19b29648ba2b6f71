import { randomBytes } from 'node:crypto';
import { openSignInAttempts } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { sessionCookie, signInCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { redirectHandler } from '../../lib/adapters/http/redirect-handler.ts';
import { openIdClients } from '../../lib/adapters/sign-in/openid.ts';
import { returnPath } from '../../lib/core/domain/return-path.ts';
import { SIGN_IN_MS } from '../../lib/core/domain/sessions.ts';
import { readEnvironment, readOptional } from '../../lib/core/environment.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { newToken } from '../../lib/operations/people/sign-in.ts';

const env = readEnvironment('TABLE_NAME', 'OPENID_ISSUER', 'OPENID_CLIENT_ID');
const attempts = openSignInAttempts(openTable(env.TABLE_NAME));
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: readOptional('OPENID_CLIENT_SECRET'),
});

export const handler = redirectHandler(
  { operation: 'sign-in-start', onFailure: '/?sign_in_error=unavailable' },
  async ({ event, site, now }) => {
    const { url, ...secrets } = await provider(site.origin).begin();
    const token = newToken(randomBytes);
    const session = sessionCookie.of(event, site);
    await attempts.begin(sha256(token), {
      ...secrets,
      return_to: returnPath(event.queryStringParameters?.return_to),
      replaces: session === undefined ? null : sha256(session),
      expires_at: now + SIGN_IN_MS,
    });
    return { location: url, cookies: [signInCookie.set(secrets.state, token, SIGN_IN_MS / 1000, site)] };
  },
);
