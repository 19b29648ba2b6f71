import { InMemoryDynamoDb } from '@malote/local-cloud/dynamodb/in-memory/in-memory-dynamodb.ts';

/** A state machine's request that stores its wait on a mailing. */
export interface WaitRequest extends Record<string, unknown> {
  TableName: string;
  Key: Record<'PK' | 'SK', { S: string }>;
  ExpressionAttributeValues: Record<':status' | ':token', { S: string }>;
}

/** What the request stored. */
export interface StoredWait {
  status: string;
  token: string;
}

/**
 * Stores a wait as the table does, so that the expressions of the machine's definition decide.
 * @param attributes of the mailing's item
 * @throws AwsError ConditionalCheckFailedException
 */
export async function storedWait(request: WaitRequest, attributes: Record<string, string>): Promise<StoredWait> {
  const database = new InMemoryDynamoDb({ region: 'sa-east-1', accountId: '000000000000', now: () => 0 });
  const call = <Output>(operation: string, input: Record<string, unknown>) =>
    database.call<Output>(`DynamoDB_20120810.${operation}`, input);
  const { TableName, Key } = request;
  await call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
  });
  const values = Object.entries(attributes).map(([name, value]) => [name, { S: value }] as const);
  await call('PutItem', { TableName, Item: { ...Key, ...Object.fromEntries(values) } });
  await call('UpdateItem', request);
  const { Item } = await call<{ Item: Record<string, { S: string }> }>('GetItem', { TableName, Key });
  return { status: Item.waits_in!.S, token: Item.task_token!.S };
}
