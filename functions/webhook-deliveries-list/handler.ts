import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../lib/adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { webhookDeliveryQuery } from '../../lib/adapters/http/validators/webhook-delivery-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { webhookDeliveryResource } from '../../lib/core/resources/webhook-delivery.ts';
import { listWebhookDeliveries } from '../../lib/operations/webhooks/list-webhook-deliveries.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  events: openEvents(table, now),
};

export const handler = apiHandler(
  {
    operation: 'webhook-deliveries-list',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    query: webhookDeliveryQuery,
  },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('webhook deliveries', account, query);
    const { rows, next } = await listWebhookDeliveries(deps, account.id, query, page);
    return listResource(rows.map(webhookDeliveryResource), next, nextCursor);
  },
);
