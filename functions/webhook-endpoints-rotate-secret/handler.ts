import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { secretRotation } from '../../lib/adapters/http/validators/secret-rotation.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { sealedResponses } from '../../lib/adapters/webhooks/sealed-responses.ts';
import { openSecrets } from '../../lib/adapters/webhooks/secrets.ts';
import { HOUR_MS } from '../../lib/core/domain/units.ts';
import { DEFAULT_OVERLAP_HOURS } from '../../lib/core/domain/webhooks.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { rotateWebhookSecret } from '../../lib/operations/webhooks/rotate-webhook-secret.ts';

const env = readEnvironment('TABLE_NAME', 'WEBHOOK_SECRETS_KEY_ID', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const secrets = openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, { now, cacheFor: 0 });
const deps = { endpoints: openWebhookEndpoints(table), secrets, now, randomBytes };

export const handler = apiHandler(
  {
    operation: 'webhook-endpoints-rotate-secret',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(secretRotation),
    secretResponse: sealedResponses(secrets),
  },
  async ({ accountId, path, body: { overlap_hours: hours = DEFAULT_OVERLAP_HOURS }, toResponse }) => {
    const overlap = hours * HOUR_MS;
    const { endpoint, secret } = await rotateWebhookSecret(deps, accountId, path.endpoint_id, overlap, toResponse);
    return { ...endpoint, secret };
  },
);
