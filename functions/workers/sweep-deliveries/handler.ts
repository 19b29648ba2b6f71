import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { laneUrls, openDeliveryQueues } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { resumeEndpoints } from '../../../lib/operations/webhooks/resume-endpoints.ts';
import { sweepDeliveries } from '../../../lib/operations/webhooks/sweep-deliveries.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'FAST_DELIVERY_QUEUE_URL', 'SLOW_DELIVERY_QUEUE_URL');
const now = () => Date.now();
const logger = new Logger({ serviceName: 'sweep-deliveries' });
const table = openTable(env.TABLE_NAME);
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  queues: openDeliveryQueues(new SQSClient(awsClient()), laneUrls(env)),
  settings: deliverySettings,
  now,
};

// Every minute. An alarm watches `latest_by_ms` in the log.
export async function handler(): Promise<void> {
  const { queued, latestBy, resumed } = await loggedRun(logger, {}, async () => ({
    ...(await sweepDeliveries(deps)),
    resumed: await resumeEndpoints(deps),
  }));
  logger.info('deliveries swept', { queued, resumed, latest_by_ms: latestBy });
}
