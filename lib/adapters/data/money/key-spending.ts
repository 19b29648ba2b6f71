import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type KeyCharge, type KeyLimits, newSpending, spend } from '../../../core/domain/key-restrictions.ts';
import { Problem } from '../../../core/domain/problems.ts';
import type { KeySpending } from '../../../core/schemas/api-key.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { apiKeySpendingKey, apiKeySpendingsPartition } from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedKeySpending } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** Name of the writes that count what restricted keys order, in their transactions. */
export const SPENDING = 'key spending';

const shape = /* @__PURE__ */ shapeOf('key spending', ({ spending }) => spending, storedKeySpending);

/** What a key has ordered, as read and after orders. */
interface Spending {
  before: KeySpending;
  after: KeySpending;
}

/**
 * What the keys of several orders have ordered, strongly consistent, to judge the orders in turn. The transaction that
 * commits them checks that nothing has changed since, neither by another order nor by an edit of the limits.
 * @param orders of one account; undefined for charges without a restricted key
 */
export async function openSpendings(table: Table, orders: readonly (KeyCharge | undefined)[]) {
  const spendings = new Map<string, Spending>();
  const accountId = orders.find((order) => order !== undefined)?.account_id;
  const keyIds = new Set(orders.flatMap((order) => order?.key_id ?? []));
  await settleAll(
    Array.from(keyIds, async (keyId) => {
      const before = await readSpending(table, accountId!, keyId);
      if (before) spendings.set(keyId, { before, after: before });
    }),
  );
  return {
    /**
     * Counts an order if its key may spend so much.
     * @returns why not: a limit, or a count that cannot be read
     */
    take: (order: KeyCharge | undefined, now: number): Problem | undefined => {
      if (!order) return undefined;
      const spending = spendings.get(order.key_id);
      if (!spending) return new Problem('service_unavailable');
      const after = spend(spending.after, order.amount, now);
      if (after instanceof Problem) return after;
      spending.after = after;
      return undefined;
    },

    /** The writes of the orders that were taken. */
    writes: (): Write[] =>
      Array.from(spendings)
        .filter(([, { before, after }]) => after !== before)
        .map(([keyId, spending]) => spendingWrite(table, accountId!, keyId, spending)),
  };
}

/**
 * The writes that count one order.
 * @throws Problem api_key_limit_reached
 */
export async function spendingWrites(table: Table, now: number, order: KeyCharge): Promise<Write[]> {
  const spendings = await openSpendings(table, [order]);
  const problem = spendings.take(order, now);
  if (problem) throw problem;
  return spendings.writes();
}

/** An item that cannot be read is set aside: its key orders nothing until it is mended. */
const readable = (table: Table, item: Item): KeySpending | undefined => readEach(table, [item], shape.read)[0];

async function readSpending(table: Table, accountId: string, keyId: string): Promise<KeySpending | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: apiKeySpendingKey(accountId, keyId), ConsistentRead: true }),
  );
  return Item && readable(table, Item);
}

function spendingWrite(table: Table, accountId: string, keyId: string, { before, after }: Spending): Write {
  return {
    name: SPENDING,
    item: {
      Put: {
        TableName: table.name,
        Item: itemOf(accountId, keyId, { ...after, version: before.version + 1 }),
        ConditionExpression: 'spending.version = :version',
        ExpressionAttributeValues: { ':version': before.version },
      },
    },
  };
}

const itemOf = (accountId: string, keyId: string, spending: KeySpending): Item => ({
  ...apiKeySpendingKey(accountId, keyId),
  kind: 'api_key_spending',
  spending,
  ...shape.stamp,
});

/** Begins to count what a restricted key orders. */
export const newSpendingWrite = (table: Table, accountId: string, keyId: string, limits: KeyLimits): Write => ({
  name: SPENDING,
  item: {
    Put: {
      TableName: table.name,
      Item: itemOf(accountId, keyId, newSpending(limits)),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
});

/** Sets the limits of a key whose orders are counted: an order that was judged by the old ones is judged again. */
export const limitsWrite = (
  table: Table,
  accountId: string,
  keyId: string,
  { daily_limit, total_limit }: KeyLimits,
): Write => ({
  name: SPENDING,
  item: {
    Update: {
      TableName: table.name,
      Key: apiKeySpendingKey(accountId, keyId),
      UpdateExpression:
        'SET spending.daily_limit = :daily, spending.total_limit = :total, spending.version = spending.version + :one',
      ExpressionAttributeValues: { ':daily': daily_limit, ':total': total_limit, ':one': 1 },
    },
  },
});

/** What the keys of an account have ordered, by their ids; undefined for keys that were never restricted. */
export async function spendingsOf(table: Table, accountId: string): Promise<(keyId: string) => KeySpending | null> {
  const items = await queryAll(table, apiKeySpendingsPartition(accountId));
  const spendings = new Map(items.map((item) => [item.SK, readable(table, item)]));
  return (keyId) => spendings.get(keyId) ?? null;
}
