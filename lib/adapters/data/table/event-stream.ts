import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { EventNotice, EventType } from '../../../core/domain/events.ts';
import { readEach, UnreadableItem } from './stored.ts';
import type { Table } from './table.ts';

/**
 * Passes on the new events in a batch of the table's stream. It reports the first rejected event, so that the stream
 * retries from there.
 * @param handOn returns the rejected events
 */
export async function passOnEvents(
  table: Pick<Table, 'setAside'>,
  records: readonly DynamoDBRecord[],
  handOn: (notices: readonly EventNotice[]) => Promise<EventNotice[]>,
): Promise<DynamoDBBatchResponse> {
  const images = records.map(({ dynamodb }) => ({
    PK: dynamodb?.NewImage?.PK?.S,
    SK: dynamodb?.NewImage?.SK?.S,
    record: dynamodb,
  }));
  const read = readEach(table, images, ({ record }) => ({
    notice: noticeOf(record as DynamoDBRecord['dynamodb']),
    place: (record as DynamoDBRecord['dynamodb'])?.SequenceNumber,
  }));
  const refused = new Set((await handOn(read.map(({ notice }) => notice))).map(({ event_id }) => event_id));
  const sequenceNumber = read.find(({ notice }) => refused.has(notice.event_id))?.place;
  return { batchItemFailures: sequenceNumber ? [{ itemIdentifier: sequenceNumber }] : [] };
}

function noticeOf(record: DynamoDBRecord['dynamodb']): EventNotice {
  const image = record?.NewImage;
  const text = (name: string): string => {
    const value = image?.[name]?.S;
    if (value === undefined) throw new UnreadableItem('event in the stream', `#/required/${name}`);
    return value;
  };
  return {
    event_id: text('SK'),
    account_id: text('account_id'),
    object_id: text('object_id'),
    type: text('type') as EventType,
  };
}
