import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../domain/accounts.ts';
import { accountKey, ACCOUNTS_PARTITION } from './keys.ts';
import type { Item } from './queries.ts';
import type { Table } from './table.ts';

/** Accounts of the company's customers. */
export function openAccounts(table: Table) {
  return {
    find: (accountId: string) => readAccount(table, accountId),

    /** Stores a new account; its id must be new. */
    create: async (account: Account): Promise<void> => {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...accountKey(account.id), kind: 'account', GSI1PK: ACCOUNTS_PARTITION, GSI1SK: account.id, account },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
    },

    /** Suspends or reinstates; rejects when there is no such account. */
    setSuspended: (accountId: string, suspended: boolean) => setField(table, accountId, 'suspended', suspended),

    /** Changes the plan; prices of later charges follow it. */
    setPlan: (accountId: string, plan: Account['plan']) => setField(table, accountId, 'plan', plan),

    /** Every account id, oldest first, for audits that go over all of them. */
    ids: async (): Promise<string[]> => {
      const ids: string[] = [];
      let start: Item | undefined;
      do {
        const page = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            IndexName: 'GSI1',
            KeyConditionExpression: 'GSI1PK = :accounts',
            ExpressionAttributeValues: { ':accounts': ACCOUNTS_PARTITION },
            ExclusiveStartKey: start,
          }),
        );
        for (const item of page.Items ?? []) ids.push(item.GSI1SK as string);
        start = page.LastEvaluatedKey;
      } while (start);
      return ids;
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>;

/** An account, strongly consistent, or undefined. */
export async function readAccount(table: Table, accountId: string): Promise<Account | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: accountKey(accountId), ConsistentRead: true }),
  );
  return Item?.account as Account | undefined;
}

async function setField(table: Table, accountId: string, field: keyof Account, value: unknown): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: accountKey(accountId),
      UpdateExpression: 'SET account.#field = :value',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}
