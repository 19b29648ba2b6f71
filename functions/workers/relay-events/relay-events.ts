import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { Events } from '../../../lib/adapters/data/events.ts';
import type { EventNotice, EventType } from '../../../lib/core/domain/events.ts';
import { inRounds } from '../../../lib/operations/in-rounds.ts';
import { type Bus, NOTICES_A_CALL } from './bus.ts';

export interface Deps {
  events: Pick<Events, 'markRelayed' | 'unrelayed'>;
  bus: Bus;
  now: () => number;
}

/** The stream normally relays within a second; what is older was missed. */
const MISSED_AFTER_MS = 60_000;
const SWEPT_PER_SHARD = 100;
/** The sweep begins no other round after it, to be done within the minute. */
const SWEEP_MS = 30_000;

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
}

/** Relays what the stream missed, and what was relayed and not fanned out: the guarantee behind the stream's speed. */
export async function relayMissed(deps: Deps): Promise<SweepResult> {
  const began = deps.now();
  let oldestSeconds = 0;
  await inRounds({
    find: () => deps.events.unrelayed(began - MISSED_AFTER_MS, SWEPT_PER_SHARD),
    id: ({ event_id }) => event_id,
    work: async (missed) => {
      oldestSeconds = missed.reduce((age, event) => Math.max(age, (began - event.created_at) / 1000), oldestSeconds);
      await relay(deps, missed);
    },
    hasTime: () => deps.now() < began + SWEEP_MS,
  });
  return { oldestSeconds };
}

/**
 * Each call of the bus is marked before the next one: when the bus stops taking, what it took is out of the way, and the
 * next run begins behind it.
 */
async function relay(
  { bus, events }: Deps,
  waiting: readonly (EventNotice & { relays?: number })[],
): Promise<EventNotice[]> {
  const accepted: EventNotice[] = [];
  for (let start = 0; start < waiting.length; start += NOTICES_A_CALL) {
    const relays = new Map(waiting.slice(start, start + NOTICES_A_CALL).map((event) => [event.event_id, event.relays]));
    const notices = waiting
      .slice(start, start + NOTICES_A_CALL)
      .map(({ event_id, account_id, object_id, type }) => ({ event_id, account_id, object_id, type }));
    const taken = await bus.publish(notices);
    await Promise.all(taken.map((notice) => events.markRelayed(notice, relays.get(notice.event_id))));
    accepted.push(...taken);
  }
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
