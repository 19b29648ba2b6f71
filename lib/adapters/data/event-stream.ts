import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { EventNotice, EventType } from '../../core/domain/events.ts';

/**
 * Passes on the new events in a batch of the table's stream. It reports the first rejected event, so that the stream
 * retries from there.
 * @param handOn returns the rejected events
 */
export async function passOnEvents(
  records: readonly DynamoDBRecord[],
  handOn: (notices: readonly EventNotice[]) => Promise<EventNotice[]>,
): Promise<DynamoDBBatchResponse> {
  const refused = new Set((await handOn(records.map(noticeOf))).map(({ event_id }) => event_id));
  const missed = records.find((record) => refused.has(noticeOf(record).event_id));
  const sequenceNumber = missed?.dynamodb?.SequenceNumber;
  return { batchItemFailures: sequenceNumber ? [{ itemIdentifier: sequenceNumber }] : [] };
}

function noticeOf(record: DynamoDBRecord): EventNotice {
  const image = record.dynamodb?.NewImage;
  const text = (name: string): string => {
    const value = image?.[name]?.S;
    if (value === undefined) throw new Error(`stream record without ${name}`);
    return value;
  };
  return {
    event_id: text('SK'),
    account_id: text('account_id'),
    object_id: text('object_id'),
    type: text('type') as EventType,
  };
}
