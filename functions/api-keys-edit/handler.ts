import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { apiKeyEdit } from '../../lib/adapters/http/validators/api-key-edit.ts';
import { restrictionsOf } from '../../lib/core/domain/key-restrictions.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import { restrictApiKey } from '../../lib/operations/accounts/restrict-api-key.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { apiKeys: openApiKeys(table) };

export const handler = apiHandler(
  { operation: 'api-keys-edit', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(apiKeyEdit) },
  async ({ accountId, path, body, now, toResponse }) => {
    const restrictions = restrictionsOf(body.restrictions);
    const restricted = await restrictApiKey(deps, accountId, path.key_id, restrictions, (key) =>
      toResponse(customerApiKeyResource(key, now)),
    );
    return customerApiKeyResource(restricted, now);
  },
);
