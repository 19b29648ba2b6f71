import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { wholeList } from '../../lib/core/resources/list.ts';
import { listPeople } from '../../lib/operations/people/change-people.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table) };

export const handler = apiHandler(
  { operation: 'people-list', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId }) => wholeList(await listPeople(deps, accountId)),
);
