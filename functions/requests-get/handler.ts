import { openApiRequests } from '../../lib/adapters/data/accounts/api-requests.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { apiRequestResource } from '../../lib/core/resources/api-request.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const requests = openApiRequests(table);

export const handler = apiHandler(
  { operation: 'requests-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => {
    const found = await requests.find(accountId, path.request_id, Date.now());
    if (!found) throw new Problem('resource_not_found');
    return apiRequestResource(found);
  },
);
