import { openAccounts } from '../../lib/adapters/data/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/invitations.ts';
import { openPeople } from '../../lib/adapters/data/people.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readSession } from '../../lib/operations/people/read-session.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table), accounts: openAccounts(table) };

export const handler = personHandler(
  { operation: 'session-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ person, signedIn }) => ({ body: await readSession(deps, person, signedIn.expiresAt) }),
);
