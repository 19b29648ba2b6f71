import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { EVENT_DAYS, type EventNotice, type StoredEvent } from '../../core/domain/events.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import {
  eventObjectPartition,
  eventObjectTypePartition,
  eventsPartition,
  eventTypePartition,
  outboxPartition,
  shardOf,
  WORK_SHARDS,
} from './keys.ts';
import { type Page, type PageRequest, queryPage, queryWork, type Source } from './queries.ts';
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

    /** Events not relayed to the bus that were stored before `instant`, oldest first per shard, at most 1 MB of each. */
    unrelayed: async (instant: number, perShard: number): Promise<StoredEvent[]> => {
      const shards = Array.from({ length: WORK_SHARDS }, (_, shard) =>
        queryWork(table, outboxPartition(shard), perShard, { upTo: sortableInstant(instant) }),
      );
      return (await Promise.all(shards)).flat().map(readEvent);
    },

    /** When the oldest event in the outbox was stored; null when the outbox is empty. */
    oldestUnrelayed: async (): Promise<number | null> => {
      const first = await Promise.all(
        Array.from({ length: WORK_SHARDS }, (_, shard) => queryWork(table, outboxPartition(shard), 1)),
      );
      const instants = first.flat().map((item) => readEvent(item).created_at);
      return instants.length > 0 ? Math.min(...instants) : null;
    },

    /** Takes an event out of the outbox; doing so twice is harmless. */
    markRelayed: async (notice: EventNotice): Promise<void> => {
      try {
        await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: { PK: eventsPartition(notice.account_id), SK: notice.event_id },
            UpdateExpression: 'REMOVE GSI3PK, GSI3SK',
            ConditionExpression: 'attribute_exists(PK)',
          }),
        );
      } catch (error) {
        // Expired and deleted in the meantime: nothing is left to take out.
        if (!isConditionFailure(error)) throw error;
      }
    },
  };
}

export type Events = ReturnType<typeof openEvents>;

/** The write that stores an event in the transaction of the change it tells of. */
export function eventWrite(table: Table, event: StoredEvent): Write {
  return {
    name: 'event',
    item: {
      Put: {
        TableName: table.name,
        Item: {
          PK: eventsPartition(event.account_id),
          SK: event.id,
          kind: 'event',
          GSI1PK: eventTypePartition(event.account_id, event.type),
          GSI1SK: event.id,
          GSI2PK: eventObjectPartition(event.account_id, event.object_id),
          GSI2SK: event.id,
          GSI4PK: eventObjectTypePartition(event.account_id, event.object_id, event.type),
          GSI4SK: event.id,
          GSI3PK: outboxPartition(shardOf(event.id)),
          GSI3SK: sortableInstant(event.created_at),
          type: event.type,
          account_id: event.account_id,
          object_id: event.object_id,
          body: event.body,
          created_at_ms: event.created_at,
          ...shape.stamp,
          expires_at_epoch: epochSeconds(event.created_at + EVENT_DAYS * DAY_MS),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

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

/** Milliseconds with leading zeros: sorts as text like the number does. */
function sortableInstant(instant: number): string {
  return String(Math.floor(instant)).padStart(15, '0');
}

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
