import { randomBytes } from 'node:crypto';
import { openActivities } from '../../lib/adapters/data/accounts/activities.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { sessionCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { signOutQuery } from '../../lib/adapters/http/validators/sign-out-query.ts';
import { openIdClients } from '../../lib/adapters/sign-in/openid.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { signOut } from '../../lib/operations/people/browser-sessions.ts';
import { noteInAccounts } from '../../lib/operations/people/note-in-accounts.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET');
const table = openTable(env.TABLE_NAME);
const sessions = openSessions(table);
const noted = {
  people: openPeople(table),
  activities: openActivities(table),
  now: () => Date.now(),
  randomBytes,
};
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: env.OPENID_CLIENT_SECRET,
});

export const handler = personHandler(
  { operation: 'sign-out', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: signOutQuery },
  async ({ person, signedIn: { tokenSha256 }, site, query, toResponse }) => {
    // Our session ends even if the provider does not answer; its own cannot be used without a new authentication.
    const provider_sign_out_url = await provider(site.origin)
      .endSessionUrl()
      .catch(() => null);
    await noteInAccounts(noted, person, 'sign-out');
    const body = { object: 'session', ended: true, provider_sign_out_url };
    const everywhere = query.everywhere === 'true';
    await signOut(sessions, { person, tokenSha256 }, { everywhere, response: toResponse(body) });
    // Drafts are in the browser's storage (rule DASH-8; https://www.w3.org/TR/clear-site-data/#grammardef-storage).
    const headers = { 'Set-Cookie': sessionCookie.clear(site), 'Clear-Site-Data': '"storage"' };
    return { body, headers };
  },
);
