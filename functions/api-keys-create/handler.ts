import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openCorrections } from '../../lib/adapters/data/money/corrections.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { apiKeyOrder } from '../../lib/adapters/http/validators/api-key-order.ts';
import { mayMakeKey } from '../../lib/core/domain/dashboard-operations.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import { issueApiKey } from '../../lib/operations/accounts/issue-api-key.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  accounts: openAccounts(table),
  apiKeys: openApiKeys(table),
  ledger: openLedger(table, tools),
  corrections: openCorrections(table, tools),
};

export const handler = apiHandler(
  {
    operation: 'api-keys-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(apiKeyOrder),
    status: 201,
    secretResponse: true,
  },
  async ({ accountId, body: { name, mode }, person, role, toResponse }) => {
    if (!mayMakeKey(role, mode)) throw new Problem('role_insufficient');
    // The secret is not stored: the committed response is empty and only records that the key was created.
    const { apiKey, secret } = await issueApiKey(
      deps,
      accountId,
      { name, created_by: person?.id },
      mode,
      toResponse({}),
    );
    return { ...customerApiKeyResource({ ...apiKey, last_used_at: null }), secret };
  },
);
