import { openApiRequests } from '../../lib/adapters/data/accounts/api-requests.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { apiRequestQuery } from '../../lib/adapters/http/validators/api-request-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { apiRequestResource } from '../../lib/core/resources/api-request.ts';
import { listResource } from '../../lib/core/resources/list.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const requests = openApiRequests(table);

export const handler = apiHandler(
  { operation: 'requests-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: apiRequestQuery },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('requests', account, query);
    const { rows, next } = await requests.list(account.id, page, query, Date.now());
    return listResource(rows.map(apiRequestResource), next, nextCursor);
  },
);
