import { isFromElsewhere, sessionCookie, signInCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { redirectHandler } from '../../lib/adapters/http/redirect-handler.ts';
import { openSignInAttempts } from '../../lib/adapters/sign-in/attempts.ts';
import { openIdClients } from '../../lib/adapters/sign-in/openid.ts';
import { returnPath } from '../../lib/core/domain/return-path.ts';
import { MOST_SIGN_INS, SIGN_IN_MS } from '../../lib/core/domain/sessions.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { sha256 } from '../../lib/core/sha256.ts';

const env = readEnvironment('OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET');
const attempts = openSignInAttempts(env.OPENID_CLIENT_SECRET);
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: env.OPENID_CLIENT_SECRET,
});

export const handler = redirectHandler(
  { operation: 'sign-in-start', onFailure: '/?sign_in_error=unavailable' },
  async ({ event, site, now }) => {
    const return_to = returnPath(event.queryStringParameters?.return_to);
    // No session cookie comes with a link of another site, so the attempt could not end that session.
    if (isFromElsewhere(event)) return { location: return_to };
    const { url, ...secrets } = await provider(site.origin).begin();
    const session = sessionCookie.of(event, site);
    const attempt = {
      ...secrets,
      return_to,
      replaces: session === undefined ? null : sha256(session),
      expires_at: now + SIGN_IN_MS,
    };
    const waiting = signInCookie
      .all(event, site)
      .flatMap((sealed) => attempts.open(sealed, now) ?? [])
      .toSorted((a, b) => b.expires_at - a.expires_at);
    const cookies = [
      signInCookie.set(attempt.state, attempts.seal(attempt), SIGN_IN_MS / 1000, site),
      ...waiting.slice(MOST_SIGN_INS - 1).map(({ state }) => signInCookie.clear(state, site)),
    ];
    return { location: url, cookies };
  },
);
