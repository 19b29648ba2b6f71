import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSHandler, SQSRecord } from 'aws-lambda';
import { openDeliveries } from '../../../lib/adapters/data/deliveries.ts';
import { openEvents } from '../../../lib/adapters/data/events.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhook-endpoints.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { createGuard } from '../../../lib/adapters/net/guard.ts';
import { openDeliveryQueues, readDeliveryMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { openSecrets } from '../../../lib/adapters/webhooks/secrets.ts';
import { createSender } from '../../../lib/adapters/webhooks/sender.ts';
import { deliverySettings as settings } from '../../../lib/adapters/webhooks/settings.ts';
import { createSigner } from '../../../lib/adapters/webhooks/signer.ts';
import { readEnvironment, readOptional } from '../../../lib/core/environment.ts';
import { attemptDelivery } from '../../../lib/operations/webhooks/attempt-delivery.ts';

// Cold start. All records of a batch are sent at once, each within its own deadline.
const env = readEnvironment(
  'TABLE_NAME',
  'FAST_DELIVERY_QUEUE_URL',
  'SLOW_DELIVERY_QUEUE_URL',
  'WEBHOOK_SECRETS_KEY_ID',
);
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'deliver-webhooks' });
const processor = new BatchProcessor(EventType.SQS, { logger });
const guard = createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' });
const secrets = openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, {
  now,
  cacheFor: settings.secretCache,
});
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  events: openEvents(table, now),
  sign: createSigner(secrets),
  queues: openDeliveryQueues(new SQSClient(awsClient()), {
    fast: env.FAST_DELIVERY_QUEUE_URL,
    slow: env.SLOW_DELIVERY_QUEUE_URL,
  }),
  send: createSender({ guard, deadline: settings.deadline }),
  settings,
  now,
  random: Math.random,
};

// Every batch of messages. A receiver's failure is no failure of the batch: it is recorded, and the schedule goes on.
export const handler: SQSHandler = (event, context) =>
  processPartialResponse(event, handleRecord, processor, { context, throwOnFullBatchFailure: false });

async function handleRecord(record: SQSRecord): Promise<void> {
  const { event_id, endpoint_id, account_id, ...message } = readDeliveryMessage(record.body);
  const ids = { event_id, endpoint_id, account_id };
  const { result, lateBy, attempt } = await attemptDelivery(deps, { ...ids, ...message });
  const { status, error, duration_ms } = attempt ?? {};
  const { attempt: number, lane } = message;
  logger.info('delivery handled', {
    ...ids,
    attempt: number,
    lane,
    result,
    late_by_ms: lateBy,
    status,
    error,
    duration_ms,
  });
}
