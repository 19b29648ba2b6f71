import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { removeLogo } from '../../lib/operations/accounts/remove-logo.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const accounts = openAccounts(table);

export const handler = apiHandler(
  { operation: 'account-logo-remove', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, toResponse }) => {
    const removed = { object: 'logo', deleted: true };
    await removeLogo(accounts, accountId, toResponse(removed));
    return removed;
  },
);
