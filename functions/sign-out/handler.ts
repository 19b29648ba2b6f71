import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openPeople } from '../../lib/adapters/data/people.ts';
import { openSessions } from '../../lib/adapters/data/sessions.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { sessionCookie } from '../../lib/adapters/http/dashboard-site.ts';
import { signOutQuery } from '../../lib/adapters/http/validators/sign-out-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const people = openPeople(table);
const sessions = openSessions(table);

export const handler = personHandler(
  { operation: 'sign-out', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: signOutQuery },
  async ({ person, signedIn, site, query }) => {
    if (query.everywhere === 'true') await people.endSessions(person.id);
    await sessions.end(signedIn.tokenSha256);
    return { body: { object: 'session', ended: true }, headers: { 'Set-Cookie': sessionCookie.clear(site) } };
  },
);
