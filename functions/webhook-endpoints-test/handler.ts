import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { createGuard } from '../../lib/adapters/net/guard.ts';
import { openSecrets } from '../../lib/adapters/webhooks/secrets.ts';
import { createSender } from '../../lib/adapters/webhooks/sender.ts';
import { createSigner, signingTime } from '../../lib/adapters/webhooks/signer.ts';
import { deliverySettings as settings } from '../../lib/core/domain/delivery-settings.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readOptional } from '../../lib/core/environment.ts';
import type { WebhookTestResource } from '../../lib/core/schemas/webhook.ts';
import { sendTestWebhook } from '../../lib/operations/webhooks/send-test-webhook.ts';

const env = readEnvironment('TABLE_NAME', 'WEBHOOK_SECRETS_KEY_ID', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const guard = createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' });
const sender = createSender({ guard, deadline: settings.deadline });
const deps = {
  endpoints: openWebhookEndpoints(table),
  sign: createSigner(
    openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, { now, cacheFor: 0 }),
    signingTime,
  ),
  send: sender.send,
  now,
  randomBytes,
};

export const handler = apiHandler(
  { operation: 'webhook-endpoints-test', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }): Promise<WebhookTestResource> => {
    const { status, error, answer, duration_ms } = await sendTestWebhook(deps, accountId, path.endpoint_id);
    sender.closeIdle();
    return { object: 'webhook_test', endpoint_id: path.endpoint_id, status, error, answer, duration_ms };
  },
);
