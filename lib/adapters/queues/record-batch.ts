import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describeFailure } from '../net/failure.ts';

/**
 * Works on each message of a batch, and returns those that failed to their queue. The batch library keeps the errors of
 * messages to itself, so each failure is logged here, with the ids that the message names and nothing else of it (rule
 * PRIV-4).
 */
export function workOnRecords(
  event: SQSEvent,
  context: Context,
  logger: Pick<Logger, 'error'>,
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const logged = async (record: SQSRecord) => {
    try {
      await work(record);
    } catch (error) {
      logFailedMessage(logger, record, error);
      throw error;
    }
  };
  const processor = new BatchProcessor(EventType.SQS);
  return processPartialResponse(event, logged, processor, { context, throwOnFullBatchFailure: false });
}

/** One line for a message that failed and will be delivered again. */
export function logFailedMessage(logger: Pick<Logger, 'error'>, record: SQSRecord, error: unknown): void {
  const { messageId: message_id, body, attributes } = record;
  logger.error('a message failed', {
    message_id,
    times_received: Number(attributes.ApproximateReceiveCount),
    ...idsIn(body),
    failure: describeFailure(error),
  });
}

/** Names of our fields whose values are ids. */
const ID_FIELDS = [
  'account_id',
  'object_id',
  'event_id',
  'endpoint_id',
  'person_id',
  'letter_id',
  'verification_id',
  'mail_merge_id',
];

/** The ids in a message: of an event of the bus, or of an order. */
function idsIn(body: string): Record<string, string> {
  try {
    const { detail, ...order } = JSON.parse(body) as Record<string, unknown>;
    const fields = (detail ?? order) as Record<string, unknown>;
    return Object.fromEntries(
      ID_FIELDS.flatMap((name) => {
        const id = fields[name];
        return typeof id === 'string' && /^\w+$/.test(id) ? [[name, id]] : [];
      }),
    );
  } catch {
    return {};
  }
}
