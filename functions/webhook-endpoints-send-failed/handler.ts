import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../lib/adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { boundOf } from '../../lib/adapters/http/list-query.ts';
import { failedSending } from '../../lib/adapters/http/validators/failed-sending.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { describeFailure } from '../../lib/adapters/net/failure.ts';
import { laneUrls, openDeliveryQueues } from '../../lib/adapters/webhooks/delivery-queues.ts';
import { deliverySettings as settings } from '../../lib/core/domain/delivery-settings.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import type { WebhookSendingResource } from '../../lib/core/schemas/webhook.ts';
import { sendFailedAgain, type Sending } from '../../lib/operations/webhooks/send-again.ts';

const env = readEnvironment('TABLE_NAME', 'FAST_DELIVERY_QUEUE_URL', 'SLOW_DELIVERY_QUEUE_URL', 'DOCS_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'malote' });
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  queues: openDeliveryQueues(new SQSClient(awsClient()), laneUrls(env)),
  settings,
  now,
  reportUnqueued: (error: unknown) =>
    logger.warn('a delivery waits for the sweep', { failure: describeFailure(error) }),
};

export const handler = apiHandler(
  {
    operation: 'webhook-endpoints-send-failed',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(failedSending),
  },
  async ({ accountId, path: { endpoint_id }, body, toResponse }) => {
    const resource = (sending: Sending): WebhookSendingResource => ({
      object: 'webhook_sending',
      endpoint_id,
      ...sending,
    });
    const since = boundOf(body.since);
    const toCommit = (sending: Sending) => toResponse(resource(sending));
    return resource(await sendFailedAgain(deps, accountId, endpoint_id, since, toCommit));
  },
);
