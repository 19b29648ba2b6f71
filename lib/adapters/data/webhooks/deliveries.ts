import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { type Delivery, DELIVERY_DAYS, type DeliveryAttempt, type DeliveryLog } from '../../../core/domain/webhooks.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { commit } from '../table/calls.ts';
import {
  deliveryAttemptKey,
  deliveryKey,
  duePartition,
  endpointDeliveriesPartition,
  type Key,
  parkedPartition,
  RESUMED_ENDPOINTS_PARTITION,
  shardOf,
  WORK_SHARDS,
} from '../table/keys.ts';
import { itemsBehind, KEYS_A_READ, queryAll, queryWorkKeys, readItems, readWork } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedAttempt, storedDelivery } from '../table/stored-schemas.ts';
import { epochSeconds, isConditionFailure, type Table } from '../table/table.ts';
import { ConditionLost, isInconclusive, type Write } from '../table/transactions.ts';

const KIND = 'webhook_delivery';
const ATTEMPT_KIND = 'webhook_attempt';

const deliveryShape = /* @__PURE__ */ shapeOf('webhook delivery', ({ delivery }) => delivery, storedDelivery);
const attemptShape = /* @__PURE__ */ shapeOf('webhook attempt', ({ attempt }) => attempt, storedAttempt);

/** Deliveries, one per event and endpoint: the single source of truth for retries (docs/decisions/webhook-delivery.md). */
export function openDeliveries(table: Table, now: () => number) {
  const isKept = (item: Item) => (item.expires_at_epoch as number) > epochSeconds(now());

  return {
    /** Stores a new delivery; false if the event already has one to this endpoint, which stops duplicates. */
    create: (delivery: Delivery): Promise<boolean> =>
      put(table, delivery, { ConditionExpression: 'attribute_not_exists(PK)' }),

    /** Strongly consistent. */
    find: async (eventId: string, endpointId: string): Promise<Delivery | undefined> => {
      const item = await read(table, { event_id: eventId, endpoint_id: endpointId });
      return item && isKept(item) ? deliveryShape.read(item) : undefined;
    },

    /**
     * Replaces `before` by `after` unless it was changed in between. Of several callers with the same `before`, one
     * succeeds, whether they claim it, postpone it, record an attempt or sweep it.
     * @returns the stored delivery, or undefined if it was changed in between
     */
    replace: async (before: Delivery, after: Delivery): Promise<Delivery | undefined> => {
      const next = { ...after, revision: before.revision + 1 };
      return (await put(table, next, unchanged(before))) ? next : undefined;
    },

    /**
     * Replaces several, at most as many as fit a transaction, together with the response of a call: all that were not
     * changed in between, or none.
     * @param toResponse the call's response, given those that are replaced; undefined for work that no call waits for
     * @returns those that were replaced
     */
    replaceAll: async <Change extends DeliveryChange>(
      changes: readonly Change[],
      toResponse: (replaced: readonly Change[]) => PendingResponse | undefined,
    ): Promise<readonly Change[]> => {
      for (let left = changes; left.length > 0;) {
        try {
          const writes = left.map((change, position) => replacement(table, change, String(position)));
          await commit(table, writes, toResponse(left));
          return left;
        } catch (error) {
          const lost = error instanceof ConditionLost ? left[Number(error.write)] : undefined;
          if (!lost) throw error;
          left = left.filter((change) => change !== lost);
        }
      }
      return [];
    },

    /**
     * Stores the outcome of an attempt; if an attempt is repeated after a fault of the service, the last write wins.
     */
    record: async (delivery: Delivery, attempt: DeliveryAttempt): Promise<void> => {
      await table.client.send(new PutCommand({ TableName: table.name, Item: attemptItemOf(delivery, attempt) }));
    },

    /** A delivery with its attempts, strongly consistent. */
    findLog: async (eventId: string, endpointId: string): Promise<DeliveryLog | undefined> => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'PK = :event AND SK BETWEEN :first AND :last',
          // '~' sorts after every character of a number.
          ExpressionAttributeValues: {
            ':event': deliveryKey(eventId, endpointId).PK,
            ':first': endpointId,
            ':last': `${endpointId}#~`,
          },
          ConsistentRead: true,
        }),
      );
      return logsOf(table, Items.filter(isKept))[0];
    },

    /** Every delivery of an event that is still kept, with its attempts. */
    logsOfEvent: async (eventId: string): Promise<DeliveryLog[]> =>
      logsOf(table, (await queryAll(table, deliveryKey(eventId, '').PK)).filter(isKept)),

    /**
     * Deliveries to an endpoint with their attempts, newest event first, at most `limit`. `afterEventId` continues
     * after the previous page.
     */
    log: async (endpointId: string, limit: number, afterEventId?: string): Promise<DeliveryLog[]> => {
      // '~' sorts after every character of an id.
      for (let after: string | undefined = afterEventId ?? '~'; after !== undefined;) {
        const { Items: keys = [] }: QueryCommandOutput = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            IndexName: 'GSI1',
            KeyConditionExpression: 'GSI1PK = :partition AND GSI1SK < :after',
            ExpressionAttributeValues: { ':partition': endpointDeliveriesPartition(endpointId), ':after': after },
            ScanIndexForward: false,
            Limit: limit,
          }),
        );
        const logs = await logsBehind(table, (await itemsBehind(table, 'GSI1', keys)).filter(isKept));
        if (logs.length > 0 || keys.length < limit) return logs;
        after = keys.at(-1)?.GSI1SK as string | undefined;
      }
      return [];
    },

    /** The deliveries for the sweep, oldest first in each shard. `replace` rejects those that change afterwards. */
    due: async (perShard: number): Promise<Delivery[]> => {
      const upTo = dueKey(now());
      const shards = await settleAll(
        Array.from({ length: WORK_SHARDS }, (_, shard) =>
          readWork(table, duePartition(shard), perShard, deliveryShape.read, { upTo, holds: isKept }),
        ),
      );
      return shards.flat();
    },

    /**
     * Deliveries that wait for their paused endpoint, oldest event first, at most `limit`.
     * @returns `next`: the event to continue after; undefined at the end
     */
    parked: async (
      endpointId: string,
      limit: number,
      after?: string,
    ): Promise<{ deliveries: Delivery[]; next: string | undefined }> => {
      let next = after;
      for (;;) {
        const range = next === undefined ? {} : { after: next };
        const keys = await queryWorkKeys(table, parkedPartition(endpointId), limit, range);
        const items = (await itemsBehind(table, 'GSI3', keys)).filter(isKept);
        const deliveries = readEach(table, items, deliveryShape.read);
        next = keys.length < limit ? undefined : (keys.at(-1)!.GSI3SK as string);
        // Deliveries that cannot be read do not hide those behind them.
        if (next === undefined || deliveries.length > 0 || items.length === 0) return { deliveries, next };
      }
    },

    /** When the sweep next has work, possibly in the past; null when nothing is pending or resumed. */
    nextDue: async (): Promise<number | null> => {
      if ((await queryWorkKeys(table, RESUMED_ENDPOINTS_PARTITION, 1)).length > 0) return now();
      const first = await settleAll(
        Array.from({ length: WORK_SHARDS }, (_, shard) => queryWorkKeys(table, duePartition(shard), 1)),
      );
      const instants = first.flat().map(({ GSI3SK }) => Date.parse(GSI3SK as string));
      return instants.length > 0 ? Math.min(...instants) : null;
    },
  };
}

export type Deliveries = ReturnType<typeof openDeliveries>;

export interface DeliveryChange {
  before: Delivery;
  after: Delivery;
}

const unchanged = ({ revision }: Delivery): Condition => ({
  ConditionExpression: 'delivery.revision = :revision',
  ExpressionAttributeValues: { ':revision': revision },
});

function replacement(table: Table, { before, after }: DeliveryChange, name: string): Write {
  const Item = itemOf({ ...after, revision: before.revision + 1 });
  return { name, item: { Put: { TableName: table.name, Item, ...unchanged(before) } } };
}

type Condition = Pick<ConstructorParameters<typeof PutCommand>[0], 'ConditionExpression' | 'ExpressionAttributeValues'>;

/**
 * The SDK repeats a write without a response, and the first try may have succeeded. A random mark identifies the write,
 * so that its own first try does not count as a conflict.
 */
async function put(table: Table, delivery: Delivery, condition: Condition): Promise<boolean> {
  const write = randomUUID();
  const Item = { ...itemOf(delivery), write };
  try {
    await table.client.send(new PutCommand({ TableName: table.name, Item, ...condition }));
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return isInconclusive(error) && (await read(table, delivery))?.write === write;
  }
}

function workKeysOf({ event_id, endpoint_id, due_at, parked_at }: Delivery) {
  return parked_at === undefined
    ? { GSI3PK: duePartition(shardOf(event_id)), GSI3SK: dueKey(due_at) }
    : { GSI3PK: parkedPartition(endpoint_id), GSI3SK: event_id };
}

/** Rows with their attempts, in the order of the rows. */
async function logsBehind(table: Table, rows: readonly Item[]): Promise<DeliveryLog[]> {
  const keys = readEach(quiet, rows, deliveryShape.read).flatMap(attemptKeysOf);
  const attempts: Item[] = [];
  for (let start = 0; start < keys.length; start += KEYS_A_READ)
    attempts.push(...(await readItems(table, keys.slice(start, start + KEYS_A_READ))));
  return logsOf(table, [...rows, ...attempts]);
}

/** For a first read of items that are read again. */
const quiet: Pick<Table, 'setAside'> = { setAside: () => undefined };

/** Each row with its attempts from among the items, in the order of the rows. */
function logsOf(table: Table, items: readonly Item[]): DeliveryLog[] {
  const attempts = items.filter(({ kind }) => kind === ATTEMPT_KIND);
  const ofDelivery = Map.groupBy(attempts, ({ PK, endpoint_id }) => `${PK as string} ${endpoint_id as string}`);
  const rows = items.filter(({ kind }) => kind === KIND);
  return readEach(table, rows, (item) => ({ item, delivery: deliveryShape.read(item) })).map(({ item, delivery }) => {
    const beside = ofDelivery.get(`${item.PK as string} ${delivery.endpoint_id}`) ?? [];
    const all = [...delivery.attempts, ...readEach(table, beside, attemptShape.read)];
    return { delivery, attempts: all.sort((one, other) => one.attempt - other.attempt) };
  });
}

/** Possible keys of the attempts of a delivery. */
function attemptKeysOf({ event_id, endpoint_id, attempt }: Delivery): Key[] {
  return Array.from({ length: attempt }, (_, index) => deliveryAttemptKey(event_id, endpoint_id, index + 1));
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
    kind: KIND,
    GSI1PK: endpointDeliveriesPartition(delivery.endpoint_id),
    GSI1SK: delivery.event_id,
    ...(delivery.state === 'pending' && workKeysOf(delivery)),
    delivery,
    ...deliveryShape.stamp,
    expires_at_epoch: expiryOf(delivery.created_at),
  };
}

function attemptItemOf({ event_id, endpoint_id, created_at }: Delivery, attempt: DeliveryAttempt): Item {
  return {
    ...deliveryAttemptKey(event_id, endpoint_id, attempt.attempt),
    kind: ATTEMPT_KIND,
    endpoint_id,
    attempt,
    ...attemptShape.stamp,
    expires_at_epoch: expiryOf(created_at),
  };
}

/** A delivery and its attempts expire together. */
const expiryOf = (createdAt: number) => epochSeconds(createdAt + DELIVERY_DAYS * DAY_MS);

/** An instant as text that sorts by time. */
function dueKey(instant: number): string {
  return new Date(instant).toISOString();
}
