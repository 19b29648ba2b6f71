import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { webhookEndpointQuery } from '../../lib/adapters/http/validators/webhook-endpoint-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { pageOfWebhookEndpoints } from '../../lib/operations/webhooks/list-webhook-endpoints.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const endpoints = openWebhookEndpoints(table);

export const handler = apiHandler(
  {
    operation: 'webhook-endpoints-list',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    query: webhookEndpointQuery,
  },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('webhook endpoints', account, query);
    const { rows, next } = await pageOfWebhookEndpoints(endpoints, account.id, page);
    return listResource(rows, next, nextCursor);
  },
);
