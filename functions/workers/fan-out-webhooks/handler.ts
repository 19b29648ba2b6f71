import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { EventBridgeEvent, SQSHandler, SQSRecord } from 'aws-lambda';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { laneUrls, openDeliveryQueues } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import type { EventNotice } from '../../../lib/core/domain/events.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { fanOut } from '../../../lib/operations/webhooks/fan-out.ts';

// Each record of the queue is one event of the bus, as EventBridge wraps it.
type BusEvent = EventBridgeEvent<string, EventNotice>;

// Cold start.
const env = readEnvironment('TABLE_NAME', 'FAST_DELIVERY_QUEUE_URL', 'SLOW_DELIVERY_QUEUE_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'fan-out-webhooks' });
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  events: openEvents(table, now),
  queues: openDeliveryQueues(new SQSClient(awsClient()), laneUrls(env)),
  settings: deliverySettings,
  now,
};

// Every batch of messages.
export const handler: SQSHandler = (event, context) => workOnRecords(event, context, logger, handleRecord);

async function handleRecord(record: SQSRecord): Promise<void> {
  const { detail } = JSON.parse(record.body) as BusEvent;
  const deliveries = await fanOut(deps, detail);
  const { event_id, account_id, object_id } = detail;
  logger.info('event fanned out', { event_id, account_id, object_id, deliveries });
}
