import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import type { MoneyMove } from '../../../core/domain/ledger.ts';
import type { Values } from '../../../core/domain/problems.ts';
import { MINUTE_MS } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import {
  abandonedChargesPartition,
  instantKey,
  type Key,
  PENDING_SHARDS,
  pendingChargesPartition,
  pendingShardOf,
} from '../table/keys.ts';
import { queryWorkKeys } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { epochSeconds, isConditionFailure, type Table } from '../table/table.ts';
import { isInconclusive, isThrottled, type Write } from '../table/transactions.ts';

/**
 * A charge that its call has stored, so that whoever leads commits it (`group-commit.ts`). Only the transaction that
 * commits it, or a call that gives up, removes it: so each charge is committed once or never, and its call knows which.
 */
export interface PendingCharge extends Key {
  /** Undefined for what only counts against the limits of a key: a scheduled letter. */
  move?: MoneyMove | undefined;
  /** What it counts against the limits of a restricted key. */
  spends?: KeyCharge | undefined;
  /** Everything that the call commits besides the money, including its response. */
  writes: Write[];
  /** Epoch milliseconds by which the call has given up. */
  until: number;
  /** Why it will not be committed. */
  refusal?: Refusal;
}

export type Refusal =
  | { problem: 'insufficient_balance' | 'service_unavailable' | 'api_key_limit_reached'; values?: Values }
  | { write: string };

/** Longer than any function runs (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const ABANDONED_MS = 15 * MINUTE_MS;
/** Abandoned charges removed at a time from each shard. */
const REMOVED_PER_SHARD = 100;

export async function putCharge(table: Table, charge: PendingCharge): Promise<void> {
  const Item = {
    ...charge,
    kind: 'pending_charge',
    GSI3PK: abandonedChargesPartition(pendingShardOf(charge.SK)),
    GSI3SK: instantKey(charge.until + ABANDONED_MS),
    expires_at_epoch: epochSeconds(charge.until) + 1,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

export async function stateOf(table: Table, { PK, SK }: Key): Promise<'committed' | 'pending' | Refusal> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: { PK, SK },
      ConsistentRead: true,
      ProjectionExpression: 'PK, refusal',
    }),
  );
  if (!Item) return 'committed';
  return (Item as PendingCharge).refusal ?? 'pending';
}

export async function setRefusal(table: Table, { PK, SK }: Key, refusal: Refusal): Promise<void> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { PK, SK },
        UpdateExpression: 'SET refusal = :refusal',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':refusal': refusal },
      }),
    );
  } catch (error) {
    // Its call has given up in the meantime.
    if (!isConditionFailure(error)) throw error;
  }
}

/** Removes a charge that its call has given up. */
export async function removeCharge(table: Table, { PK, SK }: Key): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } }));
}

/** Those of an account, the oldest first. */
export async function storedCharges(table: Table, accountId: string): Promise<PendingCharge[]> {
  const shards = await settleAll(
    Array.from({ length: PENDING_SHARDS }, (_, shard) => chargesOfShard(table, accountId, shard)),
  );
  return shards.flat().sort((one, other) => (one.SK < other.SK ? -1 : 1));
}

/** None if the shard does not respond: its charges wait for the next round, without delaying the others. */
async function chargesOfShard(table: Table, accountId: string, shard: number): Promise<PendingCharge[]> {
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': pendingChargesPartition(accountId, shard) },
    ConsistentRead: true,
  });
  try {
    const { Items = [] } = await table.client.send(query);
    return Items as PendingCharge[];
  } catch (error) {
    if (!isInconclusive(error) && !isThrottled(error)) throw error;
    return [];
  }
}

/**
 * Removes the charges of killed calls, long after any call can still run, oldest first. The table's own expiry is days
 * late, and they contain letters.
 */
export async function removeAbandonedCharges(table: Table, now: number): Promise<void> {
  const abandoned = await abandonedCharges(table, REMOVED_PER_SHARD, { upTo: instantKey(now) });
  const removals = abandoned.map(({ PK, SK }) =>
    table.client.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } })),
  );
  await settleAll(removals);
}

/** When the next charge would be abandoned, epoch milliseconds; null when none is pending. */
export async function nextAbandonedCharge(table: Table): Promise<number | null> {
  const instants = (await abandonedCharges(table, 1)).map(({ GSI3SK }) => Number(GSI3SK));
  return instants.length > 0 ? Math.min(...instants) : null;
}

async function abandonedCharges(table: Table, perShard: number, range: { upTo?: string } = {}): Promise<Item[]> {
  const shards = Array.from({ length: PENDING_SHARDS }, (_, shard) =>
    queryWorkKeys(table, abandonedChargesPartition(shard), perShard, range),
  );
  return (await settleAll(shards)).flat();
}

/** Approximate bytes of an item or write: DynamoDB counts names and values in UTF-8; JSON adds punctuation. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
