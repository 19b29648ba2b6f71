import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_MS } from '../../../core/domain/units.ts';
import { DELIVERY_DAYS } from '../../../core/domain/webhooks.ts';
import { writeAll } from '../table/batch-writes.ts';
import { waitingKey, waitingPartition } from '../table/keys.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedWaitingDelivery } from '../table/stored-schemas.ts';
import { epochSeconds, type Table } from '../table/table.ts';

/** A delivery that became due while its endpoint was busy. */
export interface WaitingDelivery {
  event_id: string;
  endpoint_id: string;
  account_id: string;
  attempt: number;
  due: number;
}

/** One that cannot be read does not hide those behind it. */
const FIRST_OF = 10;

/**
 * Deliveries that wait for a busy endpoint, as small separate items. Not in an index, so that the end of a run reads
 * all of them with strong consistency. Losing one costs a minute, because the sweep finds the delivery itself.
 */
export function openWaitingDeliveries(table: Table, now: () => number) {
  const query = async (endpointId: string, limit: number): Promise<Item[]> => {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: { ':partition': waitingPartition(endpointId) },
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items;
  };

  return {
    /** Adds deliveries that wait for their endpoint; repeating it is harmless. */
    add: (deliveries: readonly WaitingDelivery[]): Promise<void> =>
      writeAll(
        table,
        deliveries.map((delivery) => ({ PutRequest: { Item: itemOf(delivery, now()) } })),
      ),

    /** Removes and returns the first deliveries of an endpoint, at most `limit`. */
    take: async (endpointId: string, limit: number): Promise<WaitingDelivery[]> => {
      const items = await query(endpointId, limit);
      await writeAll(
        table,
        items.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })),
      );
      return readEach(table, items, shape.read);
    },

    /** The first delivery of an endpoint, without removing it. */
    first: async (endpointId: string): Promise<WaitingDelivery | undefined> => {
      return readEach(table, await query(endpointId, FIRST_OF), shape.read)[0];
    },
  };
}

export type WaitingDeliveries = ReturnType<typeof openWaitingDeliveries>;

function itemOf({ event_id, endpoint_id, account_id, attempt, due }: WaitingDelivery, now: number): Item {
  return {
    ...waitingKey(endpoint_id, due, event_id),
    kind: 'waiting_delivery',
    event_id,
    endpoint_id,
    account_id,
    attempt,
    due,
    expires_at_epoch: epochSeconds(now + DELIVERY_DAYS * DAY_MS),
  };
}

const shape = shapeOf(
  'waiting delivery',
  ({ event_id, endpoint_id, account_id, attempt, due }) => ({ event_id, endpoint_id, account_id, attempt, due }),
  storedWaitingDelivery,
);
