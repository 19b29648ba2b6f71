import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { EVENT_DAYS, type EventNotice, type StoredEvent } from '../../core/domain/events.ts';
import { instantOfId, lowestId } from '../../core/domain/ids.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import {
  eventObjectPartition,
  eventObjectTypePartition,
  eventsPartition,
  eventTypePartition,
  type Key,
  outboxKey,
  outboxPartition,
  WORK_SHARDS,
} from './keys.ts';
import { type Item, type Page, type PageRequest, queryPage, queryWork, type Source } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedEvent } from './stored-schemas.ts';
import { epochSeconds, isConditionFailure, type Table } from './table.ts';
import type { Write } from './transactions.ts';

/** Events: the outbox, the list of the last 30 days, and the bodies that webhooks send. */
export function openEvents(table: Table, now: () => number) {
  return {
    /** A page, newest first, of the last 30 days; the table deletes late, so the age is a bound of the key range too. */
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

    /** Events not relayed to the bus that were stored until `instant`, oldest first in each shard. */
    unrelayed: async (instant: number, perShard: number): Promise<UnrelayedEvent[]> => {
      const shards = Array.from({ length: WORK_SHARDS }, async (_, shard) => [
        ...(await unrelayedEvents(table, shard, perShard, instant)),
        ...(await unrelayedWithoutMark(table, shard, perShard, instant)),
      ]);
      return (await Promise.all(shards)).flat();
    },

    /** When the oldest event in the outbox was stored; null when the outbox is empty. */
    oldestUnrelayed: async (): Promise<number | null> => {
      const first = await Promise.all(
        Array.from({ length: WORK_SHARDS }, (_, shard) => unrelayedEvents(table, shard, 1)),
      );
      const instants = first.flat().map(({ created_at }) => created_at);
      return instants.length > 0 ? Math.min(...instants) : null;
    },

    /** Takes an event out of the outbox; doing so twice is harmless. */
    markRelayed: async ({ account_id, event_id }: EventNotice): Promise<void> => {
      const { Attributes } = await table.client.send(
        new DeleteCommand({ TableName: table.name, Key: outboxKey(event_id), ReturnValues: 'ALL_OLD' }),
      );
      if (!Attributes) await takeOffWorkIndex(table, { PK: eventsPartition(account_id), SK: event_id });
    },
  };
}

export type Events = ReturnType<typeof openEvents>;

/** An event that the bus has not got yet. */
export interface UnrelayedEvent extends EventNotice {
  created_at: number;
}

/** The writes that store an event, and its mark in the outbox, in the transaction of the change it tells of. */
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
    put(table, 'outbox mark', { ...outboxKey(id), kind: 'outbox_mark', account_id, object_id, type }),
  ];
}

function put({ name: TableName }: Table, name: string, Item: Item): Write {
  return { name, item: { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(PK)' } } };
}

type OutboxMark = Omit<EventNotice, 'event_id'> & { SK: string };

async function unrelayedEvents(table: Table, shard: number, limit: number, upTo?: number): Promise<UnrelayedEvent[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :shard AND SK < :end',
      ExpressionAttributeValues: {
        ':shard': outboxPartition(shard),
        // '~' sorts after every character of an id.
        ':end': upTo === undefined ? '~' : lowestId('event', upTo + 1),
      },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return (Items as OutboxMark[]).map(({ SK: id, ...notice }) => noticeOf({ id, ...notice }));
}

/** Events that were stored before there were marks have their place in the outbox as keys of the work index. */
async function unrelayedWithoutMark(
  table: Table,
  shard: number,
  limit: number,
  upTo: number,
): Promise<UnrelayedEvent[]> {
  const items = await queryWork(table, outboxPartition(shard), limit, { upTo: String(upTo).padStart(15, '0') });
  return items.map(readEvent).map(noticeOf);
}

async function takeOffWorkIndex({ client, name: TableName }: Table, Key: Key): Promise<void> {
  try {
    await client.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'REMOVE GSI3PK, GSI3SK',
        ConditionExpression: 'attribute_exists(GSI3PK)',
      }),
    );
  } catch (error) {
    // Taken out already.
    if (!isConditionFailure(error)) throw error;
  }
}

const noticeOf = ({
  id,
  account_id,
  object_id,
  type,
}: Omit<EventNotice, 'event_id'> & { id: string }): UnrelayedEvent => ({
  event_id: id,
  account_id,
  object_id,
  type,
  created_at: instantOfId(id),
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

/** The event of a stored item, from a read or from the table's stream. */
export const readEvent = shape.read;

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
