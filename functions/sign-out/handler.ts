import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openSessions } from '../../lib/adapters/data/sessions.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { sessionCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { signOutQuery } from '../../lib/adapters/http/validators/sign-out-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { signOut } from '../../lib/operations/people/browser-sessions.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const sessions = openSessions(table);

export const handler = personHandler(
  { operation: 'sign-out', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: signOutQuery },
  async ({ person, signedIn: { tokenSha256 }, site, query, toResponse }) => {
    const body = { object: 'session', ended: true };
    const everywhere = query.everywhere === 'true';
    await signOut(sessions, { person, tokenSha256 }, { everywhere, response: toResponse(body) });
    // Drafts are in the browser's storage (rule DASH-8; https://www.w3.org/TR/clear-site-data/#grammardef-storage).
    const headers = { 'Set-Cookie': sessionCookie.clear(site), 'Clear-Site-Data': '"storage"' };
    return { body, headers };
  },
);
