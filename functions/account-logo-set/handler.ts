import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { logoOrder } from '../../lib/adapters/http/validators/logo-order.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { logoResource } from '../../lib/core/resources/logo.ts';
import { setLogo } from '../../lib/operations/accounts/set-logo.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const accounts = openAccounts(table);

export const handler = apiHandler(
  { operation: 'account-logo-set', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(logoOrder) },
  async ({ accountId, body, toResponse }) => {
    const bytes = Buffer.from(body.content, 'base64');
    const logo = await setLogo(accounts, accountId, bytes, (set) => toResponse(logoResource(set, bytes)));
    return logoResource(logo, bytes);
  },
);
