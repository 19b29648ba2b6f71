import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import { wholeList } from '../../lib/core/resources/list.ts';
import { listApiKeys } from '../../lib/operations/accounts/list-api-keys.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const apiKeys = openApiKeys(table);

export const handler = apiHandler(
  { operation: 'api-keys-list', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, now }) =>
    wholeList((await listApiKeys({ apiKeys }, accountId)).map((key) => customerApiKeyResource(key, now))),
);
