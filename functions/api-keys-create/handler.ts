import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts.ts';
import { openApiKeys } from '../../lib/adapters/data/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { apiKeyOrder } from '../../lib/adapters/http/validators/api-key-order.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import { issueApiKey } from '../../lib/operations/accounts/issue-api-key.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { accounts: openAccounts(table), apiKeys: openApiKeys(table), now: () => Date.now(), randomBytes };

export const handler = apiHandler(
  {
    operation: 'api-keys-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(apiKeyOrder),
    status: 201,
    answersSecret: true,
  },
  async ({ accountId, body }) => {
    const { apiKey, secret } = await issueApiKey(deps, accountId, body);
    return { ...customerApiKeyResource(apiKey), secret };
  },
);
