import { randomBytes } from 'node:crypto';
import { openActivities } from '../../lib/adapters/data/accounts/activities.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { sessionEndQuery } from '../../lib/adapters/http/validators/session-end-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { endBrowserSessions } from '../../lib/operations/people/browser-sessions.ts';
import { noteInAccounts } from '../../lib/operations/people/note-in-accounts.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const sessions = openSessions(table);
const noted = {
  people: openPeople(table),
  activities: openActivities(table),
  now: () => Date.now(),
  randomBytes,
};

export const handler = personHandler(
  { operation: 'sessions-end', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: sessionEndQuery },
  async ({ person, signedIn: { tokenSha256 }, query, toResponse }) => {
    await noteInAccounts(noted, person, 'sessions-end');
    const body = { object: 'browser_session', deleted: true };
    await endBrowserSessions(sessions, { person, tokenSha256 }, query.id, toResponse(body));
    return { body };
  },
);
