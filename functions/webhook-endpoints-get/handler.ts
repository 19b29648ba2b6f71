import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { getWebhookEndpoint } from '../../lib/operations/webhooks/get-webhook-endpoint.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const endpoints = openWebhookEndpoints(table);

export const handler = apiHandler(
  { operation: 'webhook-endpoints-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => getWebhookEndpoint(endpoints, accountId, path.endpoint_id),
);
