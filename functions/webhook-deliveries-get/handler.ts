import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../lib/adapters/data/webhooks/deliveries.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { webhookDeliveryResource } from '../../lib/core/resources/webhook-delivery.ts';
import type { WebhookDeliveryWithBodyResource } from '../../lib/core/schemas/webhook.ts';
import { getWebhookDelivery } from '../../lib/operations/webhooks/get-webhook-delivery.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const deps = { deliveries: openDeliveries(table, now), events: openEvents(table, now) };

export const handler = apiHandler(
  { operation: 'webhook-deliveries-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }): Promise<WebhookDeliveryWithBodyResource> => {
    const { body, ...log } = await getWebhookDelivery(deps, accountId, path.delivery_id);
    return { ...webhookDeliveryResource(log), body };
  },
);
