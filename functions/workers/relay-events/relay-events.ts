import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { Events } from '../../../lib/data/events.ts';
import type { EventNotice, EventType } from '../../../lib/domain/events.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import type { Bus } from './bus.ts';

export interface Deps {
  events: Pick<Events, 'markRelayed' | 'unrelayed' | 'oldestUnrelayed'>;
  bus: Bus;
  now: () => number;
}

/** The stream normally relays within a second; what is older was missed. */
const MISSED_AFTER_MS = 60_000;
const SWEPT_PER_SHARD = 100;
const MARKS_AT_ONCE = 10;

/** Relays new events from the table's stream. The first event that the bus refused is named, so that the stream comes again from there. */
export async function relayRecords(deps: Deps, records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const accepted = new Set((await relay(deps, records.map(noticeOf))).map((notice) => notice.event_id));
  const missed = records.find((record) => !accepted.has(noticeOf(record).event_id));
  const sequenceNumber = missed?.dynamodb?.SequenceNumber;
  return { batchItemFailures: sequenceNumber ? [{ itemIdentifier: sequenceNumber }] : [] };
}

export interface SweepResult {
  /** Age of the oldest event found waiting. */
  oldestSeconds: number;
  /** Nothing is to be done before, unless something is written; epoch milliseconds. */
  idle_until: number | null;
}

/** Relays what the stream missed: the guarantee behind the stream's speed. */
export async function relayMissed(deps: Deps): Promise<SweepResult> {
  const now = deps.now();
  const missed = await deps.events.unrelayed(now - MISSED_AFTER_MS, SWEPT_PER_SHARD);
  await relay(
    deps,
    missed.map((event) => ({
      event_id: event.id,
      account_id: event.account_id,
      object_id: event.object_id,
      type: event.type,
    })),
  );
  const oldest = await deps.events.oldestUnrelayed();
  return {
    oldestSeconds: missed.reduce((age, event) => Math.max(age, (now - event.created_at) / 1000), 0),
    idle_until: oldest === null ? null : oldest + MISSED_AFTER_MS,
  };
}

async function relay(deps: Deps, notices: readonly EventNotice[]): Promise<EventNotice[]> {
  const accepted = await deps.bus.publish(notices);
  await concurrently(accepted, MARKS_AT_ONCE, deps.events.markRelayed);
  return accepted;
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
