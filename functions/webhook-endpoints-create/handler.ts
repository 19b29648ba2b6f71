import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { webhookEndpointOrder } from '../../lib/adapters/http/validators/webhook-endpoint-order.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { createGuard, createUrlCheck } from '../../lib/adapters/net/guard.ts';
import { sealedResponses } from '../../lib/adapters/webhooks/sealed-responses.ts';
import { openSecrets } from '../../lib/adapters/webhooks/secrets.ts';
import { EVERY_EVENT } from '../../lib/core/domain/webhooks.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readOptional } from '../../lib/core/environment.ts';
import { addWebhookEndpoint } from '../../lib/operations/webhooks/add-webhook-endpoint.ts';

const env = readEnvironment('TABLE_NAME', 'WEBHOOK_SECRETS_KEY_ID', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const secrets = openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, { now, cacheFor: 0 });
const deps = {
  endpoints: openWebhookEndpoints(table),
  secrets,
  allowsUrl: createUrlCheck(createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' })),
  now,
  randomBytes,
};

export const handler = gatheringApiHandler(
  {
    operation: 'webhook-endpoints-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(webhookEndpointOrder),
    status: 201,
    secretResponse: sealedResponses(secrets),
  },
  async ({ accountId, body, violations, fields, identify, person, apiKeyId, toResponse }) => {
    const { url, events = [EVERY_EVENT] } = body;
    const createdBy = person?.id ?? apiKeyId;
    const options = { identity: identify('webhook_endpoint'), createdBy, violations, fields, toResponse };
    const { endpoint, secret } = await addWebhookEndpoint(deps, accountId, { url, events }, options);
    return { ...endpoint, secret };
  },
);
