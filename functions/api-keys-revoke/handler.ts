import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import { revokeApiKey } from '../../lib/operations/accounts/revoke-api-key.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { apiKeys: openApiKeys(table), now: () => Date.now() };

export const handler = apiHandler(
  { operation: 'api-keys-revoke', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path, now, toResponse }) =>
    customerApiKeyResource(
      await revokeApiKey(deps, accountId, path.key_id, (revoked) => toResponse(customerApiKeyResource(revoked, now))),
      now,
    ),
);
