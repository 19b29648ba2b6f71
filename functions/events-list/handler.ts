import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { eventQuery } from '../../lib/adapters/http/validators/event-query.ts';
import { maySeeEvents } from '../../lib/core/domain/dashboard-operations.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const events = openEvents(table, () => Date.now());

export const handler = apiHandler(
  { operation: 'events-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: eventQuery },
  async ({ account, query, role }) => {
    const { page, nextCursor } = openPage('events', account, query);
    const { rows, next } = await events.list(account.id, page, query);
    // A page of a role that may not see some has fewer; the cursor goes on after all of them.
    const readable = rows.filter(({ type }) => role === undefined || maySeeEvents(role, type));
    const data = readable.map((event) => JSON.parse(event.body) as { id: string });
    return listResource(data, next, nextCursor);
  },
);
