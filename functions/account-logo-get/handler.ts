import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { logoResource } from '../../lib/core/resources/logo.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const accounts = openAccounts(table);

export const handler = apiHandler(
  { operation: 'account-logo-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId }) => {
    const logo = await accounts.logo(accountId);
    if (!logo) throw new Problem('resource_not_found');
    return logoResource(logo, logo.bytes);
  },
);
