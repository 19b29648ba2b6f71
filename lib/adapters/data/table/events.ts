import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import {
  EVENT_DAYS,
  type EventNotice,
  type EventType,
  type InternalEventType,
  type StoredEvent,
} from '../../../core/domain/events.ts';
import { instantOfId, lowestId } from '../../../core/domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { commit } from './calls.ts';
import {
  eventObjectPartition,
  eventObjectTypePartition,
  eventsPartition,
  eventTypePartition,
  instantKey,
  type Key,
  outboxKey,
  outboxPartition,
  WORK_SHARDS,
} from './keys.ts';
import { type Page, type PageRequest, queryPage, readWork, type Source } from './queries.ts';
import type { Item } from './schema.ts';
import { readEach, shapeOf } from './stored.ts';
import { storedEvent, storedOutboxMark } from './stored-schemas.ts';
import { epochSeconds, ifConditionHolds, type Table } from './table.ts';
import type { Write } from './transactions.ts';

/**
 * A fan-out takes seconds, with five attempts in fifteen minutes; after an outage, the first relay is at most an hour
 * late.
 */
const RELAY_AGAIN_MS = 5 * MINUTE_MS;
const LONGEST_RELAY_AGAIN_MS = HOUR_MS;

/** Events: the outbox, the list of the last 30 days, and the bodies that webhooks send. */
export function openEvents(table: Table, now: () => number) {
  return {
    /**
     * A page of the last 30 days, newest first. Expired items may still be in the table, so the age limits the range
     * too.
     */
    list: (
      accountId: string,
      request: PageRequest,
      filter: { type?: string; object_id?: string },
    ): Promise<Page<StoredEvent>> => {
      const oldest = now() - EVENT_DAYS * DAY_MS;
      return queryPage(
        table,
        listSource(accountId, filter),
        'event',
        { ...request, createdAfter: Math.max(request.createdAfter ?? 0, oldest) },
        readEvent,
      );
    },

    find: async (accountId: string, eventId: string): Promise<StoredEvent | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({
          TableName: table.name,
          Key: { PK: eventsPartition(accountId), SK: eventId },
          ConsistentRead: true,
        }),
      );
      return Item && (Item.expires_at_epoch as number) > epochSeconds(now()) ? readEvent(Item) : undefined;
    },

    /**
     * Events that were stored by `instant` and are not fanned out, oldest first in each shard: those that were not
     * relayed to the bus, and those that were relayed so long ago that their fan-out must have failed.
     */
    unrelayed: async (instant: number, perShard: number): Promise<UnrelayedEvent[]> => {
      const shards = Array.from({ length: WORK_SHARDS }, async (_, shard) => [
        ...(await unrelayedEvents(table, shard, perShard, { upTo: instant, now: now() })),
        ...(await unrelayedWithoutMark(table, shard, perShard, instant)),
      ]);
      return (await settleAll(shards)).flat();
    },

    /** When the oldest event in the outbox was stored, relayed or not; null when the outbox is empty. */
    oldestUnrelayed: async (): Promise<number | null> => {
      const first = await settleAll(
        Array.from({ length: WORK_SHARDS }, (_, shard) => unrelayedEvents(table, shard, 1)),
      );
      const instants = first.flat().map(({ created_at }) => created_at);
      return instants.length > 0 ? Math.min(...instants) : null;
    },

    /**
     * Records that an event was relayed to the bus. Unless it is fanned out in time, it is relayed again, after a
     * longer wait each time.
     * @param relays how many times it was relayed before
     */
    markRelayed: async ({ account_id, event_id }: EventNotice, relays = 0): Promise<void> => {
      const again = now() + Math.min(RELAY_AGAIN_MS * 2 ** relays, LONGEST_RELAY_AGAIN_MS);
      const isMarked = await updateIf(table, {
        Key: outboxKey(event_id),
        UpdateExpression: 'SET relay_again_at = :again, relays = :relays',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':again': again, ':relays': relays + 1 },
      });
      // Already fanned out, or stored by a release without marks.
      if (!isMarked) await removeFromWorkIndex(table, { PK: eventsPartition(account_id), SK: event_id });
    },

    /** Removes an event from the outbox; repeating it is harmless. */
    markFannedOut: ({ event_id }: EventNotice): Promise<void> => removeFromOutbox(table, event_id),

    /** Adds a notice without an event to the outbox, committed with the call's response. */
    announce: (notice: EventNotice<InternalEventType>, response: PendingResponse): Promise<void> =>
      commit(table, [outboxWrite(table, notice, now())], response),

    /** The same for a notice without an event. */
    removeFromOutbox: (eventId: string): Promise<void> => removeFromOutbox(table, eventId),
  };
}

export type Events = ReturnType<typeof openEvents>;

/** An event that is not fanned out yet. */
export interface UnrelayedEvent extends EventNotice {
  created_at: number;
  /** How many times it was relayed. */
  relays: number;
}

/** The writes that store an event and its outbox mark, for the transaction of the change it reports. */
export function eventWrites(table: Table, event: StoredEvent): Write[] {
  const { id, account_id, object_id, type, created_at } = event;
  return [
    put(table, 'event', {
      PK: eventsPartition(account_id),
      SK: id,
      kind: 'event',
      GSI1PK: eventTypePartition(account_id, type),
      GSI1SK: id,
      GSI2PK: eventObjectPartition(account_id, object_id),
      GSI2SK: id,
      GSI4PK: eventObjectTypePartition(account_id, object_id, type),
      GSI4SK: id,
      type,
      account_id,
      object_id,
      body: event.body,
      created_at_ms: created_at,
      ...shape.stamp,
      expires_at_epoch: epochSeconds(created_at + EVENT_DAYS * DAY_MS),
    }),
    outboxWrite(table, { event_id: id, account_id, object_id, type }, created_at),
  ];
}

/** The write that adds a notice to the outbox, for the transaction of the change it reports. */
export function outboxWrite(
  table: Table,
  { event_id, ...notice }: EventNotice<EventType | InternalEventType>,
  createdAt: number,
): Write {
  return put(table, 'outbox mark', {
    ...outboxKey(event_id),
    kind: 'outbox_mark',
    ...notice,
    expires_at_epoch: epochSeconds(createdAt + EVENT_DAYS * DAY_MS),
  });
}

function put({ name: TableName }: Table, name: string, Item: Item): Write {
  return { name, item: { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(PK)' } } };
}

/** @param due limits the result to events due by then; default: all */
async function unrelayedEvents(
  table: Table,
  shard: number,
  limit: number,
  due?: { upTo: number; now: number },
): Promise<UnrelayedEvent[]> {
  const found: UnrelayedEvent[] = [];
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :shard AND SK < :end',
        ...(due && { FilterExpression: 'attribute_not_exists(relay_again_at) OR relay_again_at <= :now' }),
        ExpressionAttributeValues: {
          ':shard': outboxPartition(shard),
          // '~' sorts after every character of an id.
          ':end': due ? lowestId('event', due.upTo + 1) : '~',
          ...(due && { ':now': due.now }),
        },
        ConsistentRead: true,
        // No limit with a filter: filtered-out items count towards the limit, so a page of them would end the search.
        ...(!due && { Limit: limit }),
        ExclusiveStartKey: start,
      }),
    );
    found.push(...readEach(table, Items, readMark));
    start = LastEvaluatedKey;
  } while (start && found.length < limit);
  return found.slice(0, limit);
}

/** Events that were stored by a release without marks are in the work index instead. */
async function unrelayedWithoutMark(
  table: Table,
  shard: number,
  limit: number,
  upTo: number,
): Promise<UnrelayedEvent[]> {
  const range = { upTo: instantKey(upTo) };
  return readWork(table, outboxPartition(shard), limit, (item) => noticeOf(readEvent(item)), range);
}

async function removeFromOutbox(table: Table, eventId: string): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: outboxKey(eventId) }));
}

async function removeFromWorkIndex(table: Table, Key: Key): Promise<void> {
  await updateIf(table, {
    Key,
    UpdateExpression: 'REMOVE GSI3PK, GSI3SK',
    ConditionExpression: 'attribute_exists(GSI3PK)',
  });
}

/** False when the condition did not hold. */
async function updateIf(
  { client, name: TableName }: Table,
  update: Omit<UpdateCommandInput, 'TableName'>,
): Promise<boolean> {
  return (await ifConditionHolds(client.send(new UpdateCommand({ TableName, ...update })))) !== undefined;
}

const noticeOf = ({
  id,
  account_id,
  object_id,
  type,
  relays = 0,
}: Omit<EventNotice, 'event_id'> & { id: string; relays?: number }): UnrelayedEvent => ({
  event_id: id,
  account_id,
  object_id,
  type,
  created_at: instantOfId(id),
  relays,
});

const shape = shapeOf(
  'event',
  ({ SK, account_id, type, object_id, body, created_at_ms }) => ({
    id: SK,
    account_id,
    type,
    object_id,
    body,
    created_at: created_at_ms,
  }),
  storedEvent,
);

const markShape = shapeOf(
  'outbox mark',
  ({ SK, account_id, type, object_id, relays }) => ({ event_id: SK, account_id, type, object_id, relays }),
  storedOutboxMark,
);

function readMark(item: Item): UnrelayedEvent {
  const { event_id: id, relays, ...mark } = markShape.read(item) as EventNotice & { relays?: number };
  return noticeOf({ id, ...mark, ...(relays !== undefined && { relays }) });
}

/** The event of a stored item, from a read or from the table's stream. */
export const readEvent = (item: Item) => shape.read(item) as StoredEvent;

function listSource(accountId: string, filter: { type?: string; object_id?: string }): Source {
  const base = eventsPartition(accountId);
  const { object_id, type } = filter;
  if (object_id !== undefined && type !== undefined) {
    return { index: 'GSI4', partition: eventObjectTypePartition(accountId, object_id, type), base };
  }
  if (object_id !== undefined) return { index: 'GSI2', partition: eventObjectPartition(accountId, object_id), base };
  if (type !== undefined) return { index: 'GSI1', partition: eventTypePartition(accountId, type), base };
  return { partition: base };
}
