import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/invitations.ts';
import { openPeople } from '../../lib/adapters/data/people.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { removePerson } from '../../lib/operations/people/change-people.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table) };

export const handler = apiHandler(
  { operation: 'people-remove', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path, toResponse }) => {
    const removed = { id: path.person_id, object: 'person', deleted: true };
    await removePerson(deps, accountId, path.person_id, toResponse(removed));
    return removed;
  },
);
