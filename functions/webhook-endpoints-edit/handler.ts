import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { webhookEndpointChanges } from '../../lib/adapters/http/validators/webhook-endpoint-changes.ts';
import { createGuard, createUrlCheck } from '../../lib/adapters/net/guard.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readOptional } from '../../lib/core/environment.ts';
import { editWebhookEndpoint } from '../../lib/operations/webhooks/edit-webhook-endpoint.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = {
  endpoints: openWebhookEndpoints(table),
  allowsUrl: createUrlCheck(createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' })),
};

export const handler = gatheringApiHandler(
  {
    operation: 'webhook-endpoints-edit',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(webhookEndpointChanges),
  },
  ({ accountId, path, body, violations, fields, toResponse }) =>
    editWebhookEndpoint(deps, accountId, path.endpoint_id, body, { violations, fields, toResponse }),
);
