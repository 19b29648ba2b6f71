import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { openTargetHosts } from '../../../lib/adapters/data/webhooks/target-hosts.ts';
import { openWaitingDeliveries } from '../../../lib/adapters/data/webhooks/waiting-deliveries.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { createGuard } from '../../../lib/adapters/net/guard.ts';
import { laneUrls, openDeliveryQueues, readDeliveryMessage } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { openSecrets } from '../../../lib/adapters/webhooks/secrets.ts';
import { createSender } from '../../../lib/adapters/webhooks/sender.ts';
import { createSigner, signingTime } from '../../../lib/adapters/webhooks/signer.ts';
import type { DeliveryMessage, DueAttempt } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { deliverySettings as settings, type Lane } from '../../../lib/core/domain/delivery-settings.ts';
import { readEnvironment, readOptional } from '../../../lib/core/environment.ts';
import { openHostPace } from '../../../lib/operations/host-pace.ts';
import { deliverMessages } from '../../../lib/operations/webhooks/deliver-messages.ts';
import type { Outcome } from '../../../lib/operations/webhooks/endpoint-run.ts';

// Cold start. Attempts to different endpoints run concurrently, each with its own deadline.
const env = readEnvironment(
  'TABLE_NAME',
  'FAST_DELIVERY_QUEUE_URL',
  'SLOW_DELIVERY_QUEUE_URL',
  'WEBHOOK_SECRETS_KEY_ID',
);
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'deliver-webhooks' });
const guard = createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' });
const secrets = openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, {
  now,
  cacheFor: settings.secretCache,
});
const sender = createSender({ guard, deadline: settings.deadline });
const deps = {
  endpoints: openWebhookEndpoints(table),
  deliveries: openDeliveries(table, now),
  waiting: openWaitingDeliveries(table, now),
  events: openEvents(table, now),
  sign: createSigner(secrets, signingTime),
  queues: openDeliveryQueues(new SQSClient(awsClient()), laneUrls(env)),
  hosts: openHostPace({ hosts: openTargetHosts(table), now, random: Math.random }),
  send: sender.send,
  settings,
  now,
  randomBytes,
  newRunId: randomUUID,
  report,
  warn: (error: Error) => logger.warn('no more messages were taken', { failure: describeFailure(error) }),
};

// Every batch of messages. A receiver's failure does not fail the message: it is recorded, and the schedule continues.
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const messages = new Map<DeliveryMessage, string>();
  const failed: string[] = [];
  for (const { messageId, body } of Records) {
    try {
      messages.set(readDeliveryMessage(body), messageId);
    } catch (error) {
      logger.error('message not understood', { message_id: messageId, failure: describeFailure(error) });
      failed.push(messageId);
    }
  }
  for (const message of await deliverMessages(deps, [...messages.keys()])) {
    const message_id = messages.get(message)!;
    const { event_id, endpoint_id, account_id } = message;
    logger.error('a message failed', { message_id, event_id, endpoint_id, account_id });
    failed.push(message_id);
  }
  sender.closeIdle();
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

function report(
  { event_id, endpoint_id, account_id, attempt: number }: DueAttempt,
  lane: Lane,
  outcome: Outcome,
): void {
  const about = { event_id, endpoint_id, account_id, attempt: number, lane };
  if (outcome.status === 'rejected')
    return logger.error('delivery not handled', { ...about, failure: describeFailure(outcome.reason) });
  const { result, lateBy, attempt } = { lateBy: undefined, attempt: undefined, ...outcome.value };
  const { status, error, duration_ms } = attempt ?? {};
  logger.info('delivery handled', { ...about, result, late_by_ms: lateBy, status, error, duration_ms });
}
