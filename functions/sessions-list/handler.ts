import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openSessions } from '../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { listBrowserSessions } from '../../lib/operations/people/browser-sessions.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const sessions = openSessions(table);

export const handler = personHandler(
  { operation: 'sessions-list', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ person, signedIn: { tokenSha256 }, site: { limits } }) => {
    const found = await listBrowserSessions(sessions, { person, tokenSha256 }, { limits, now: Date.now() });
    return { body: listResource(found, null, (id) => id) };
  },
);
