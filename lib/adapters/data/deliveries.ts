import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_MS } from '../../core/domain/units.ts';
import { type Delivery, DELIVERY_DAYS } from '../../core/domain/webhooks.ts';
import { deliveryKey, duePartition, endpointDeliveriesPartition, shardOf, WORK_SHARDS } from './keys.ts';
import { type Item, itemsBehind, queryAll, queryWork, queryWorkKeys } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedDelivery } from './stored-schemas.ts';
import { epochSeconds, isConditionFailure, type Table } from './table.ts';
import { isSilence } from './transactions.ts';

export const deliveryShape = /* @__PURE__ */ shapeOf('webhook delivery', ({ delivery }) => delivery, storedDelivery);

/** Deliveries, one per event and endpoint: the only truth of a retry (docs/decisions/webhook-delivery.md). */
export function openDeliveries(table: Table, now: () => number) {
  const isKept = (item: Item) => (item.expires_at_epoch as number) > epochSeconds(now());

  return {
    /** Stores a new delivery; false when the event already has one to this endpoint, so duplicates end here. */
    create: (delivery: Delivery): Promise<boolean> =>
      put(table, delivery, { ConditionExpression: 'attribute_not_exists(PK)' }),

    /** Strongly consistent. */
    find: async (eventId: string, endpointId: string): Promise<Delivery | undefined> => {
      const item = await read(table, { event_id: eventId, endpoint_id: endpointId });
      return item && isKept(item) ? deliveryShape.read(item) : undefined;
    },

    /**
     * Puts `after` in the place of `before`, under the condition that nobody else has changed it: of several that saw the
     * same delivery one goes on, whether they claim it, put it off, record an attempt or sweep it.
     * @returns the delivery as it is now, or undefined when it was changed in between
     */
    replace: async (before: Delivery, after: Delivery): Promise<Delivery | undefined> => {
      const next = { ...after, revision: before.revision + 1 };
      const replaced = await put(table, next, {
        ConditionExpression: 'delivery.revision = :revision',
        ExpressionAttributeValues: { ':revision': before.revision },
      });
      return replaced ? next : undefined;
    },

    /** Every delivery of an event that is still kept. */
    ofEvent: async (eventId: string): Promise<Delivery[]> =>
      (await queryAll(table, deliveryKey(eventId, '').PK)).filter(isKept).map(deliveryShape.read),

    /** Deliveries to an endpoint, the newest event first, at most `limit`; after an event to go on with the next page. */
    list: async (endpointId: string, limit: number, afterEventId?: string): Promise<Delivery[]> => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'GSI1',
          KeyConditionExpression: 'GSI1PK = :partition AND GSI1SK < :after',
          // '~' sorts after every character of an id.
          ExpressionAttributeValues: {
            ':partition': endpointDeliveriesPartition(endpointId),
            ':after': afterEventId ?? '~',
          },
          ScanIndexForward: false,
          Limit: limit,
        }),
      );
      return (await itemsBehind(table, 'GSI1', Items)).filter(isKept).map(deliveryShape.read);
    },

    /** What the sweep has to look at, oldest first in each shard. `replace` refuses what has changed since. */
    due: async (perShard: number): Promise<Delivery[]> => {
      const upTo = dueKey(now());
      const shards = await Promise.all(
        Array.from({ length: WORK_SHARDS }, (_, shard) => queryWork(table, duePartition(shard), perShard, { upTo })),
      );
      return shards.flat().filter(isKept).map(deliveryShape.read);
    },

    /** When the sweep next has something to look at, due already or later; null when nothing is pending. */
    nextDue: async (): Promise<number | null> => {
      const first = await Promise.all(
        Array.from({ length: WORK_SHARDS }, (_, shard) => queryWorkKeys(table, duePartition(shard), 1)),
      );
      const instants = first.flat().map(({ GSI3SK }) => Date.parse(GSI3SK as string));
      return instants.length > 0 ? Math.min(...instants) : null;
    },
  };
}

export type Deliveries = ReturnType<typeof openDeliveries>;

type Condition = Pick<ConstructorParameters<typeof PutCommand>[0], 'ConditionExpression' | 'ExpressionAttributeValues'>;

/**
 * The SDK tries again what had no answer, and may then meet its own write: the mark of the write tells, so that a lost answer
 * costs no more than the second try.
 */
async function put(table: Table, delivery: Delivery, condition: Condition): Promise<boolean> {
  const write = randomUUID();
  const Item = { ...itemOf(delivery), write };
  try {
    await table.client.send(new PutCommand({ TableName: table.name, Item, ...condition }));
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return isSilence(error) && (await read(table, delivery))?.write === write;
  }
}

async function read(
  table: Table,
  { event_id, endpoint_id }: Pick<Delivery, 'event_id' | 'endpoint_id'>,
): Promise<Item | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: deliveryKey(event_id, endpoint_id), ConsistentRead: true }),
  );
  return Item;
}

function itemOf(delivery: Delivery): Item {
  return {
    ...deliveryKey(delivery.event_id, delivery.endpoint_id),
    kind: 'webhook_delivery',
    GSI1PK: endpointDeliveriesPartition(delivery.endpoint_id),
    GSI1SK: delivery.event_id,
    ...(delivery.state === 'pending' && {
      GSI3PK: duePartition(shardOf(delivery.event_id)),
      GSI3SK: dueKey(delivery.due_at),
    }),
    delivery,
    ...deliveryShape.stamp,
    expires_at_epoch: epochSeconds(delivery.created_at + DELIVERY_DAYS * DAY_MS),
  };
}

/** Instants as text that sorts like time. */
function dueKey(instant: number): string {
  return new Date(instant).toISOString();
}
