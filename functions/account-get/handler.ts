import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { accountResource } from '../../lib/core/resources/account.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');

export const handler = apiHandler(
  { operation: 'account-get', docsUrl: env.DOCS_URL, stores: openApiStores(openTable(env.TABLE_NAME)) },
  async ({ account }) => accountResource(account),
);
