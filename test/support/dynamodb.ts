import { afterAll, beforeAll } from '@jest/globals';
import { CreateTableCommand, DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../../lib/data/schema.ts';
import { openTable, type Table } from '../../lib/data/table.ts';
import { startDynamoDbLocal, type DynamoDbLocal } from '../../lib/local/dynamodb.ts';

/** The single table on DynamoDB Local, created from its schema, for the tests of one file. */
export function useTable(): () => Table {
  let dynamoDb: DynamoDbLocal;
  let client: DynamoDBClient;
  let table: Table;

  beforeAll(async () => {
    dynamoDb = await startDynamoDbLocal();
    client = new DynamoDBClient({
      endpoint: dynamoDb.endpoint,
      region: 'sa-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    await createTable(client, 'malote');
    table = openTable('malote', client);
  });

  afterAll(async () => {
    client.destroy();
    await dynamoDb.stop();
  });

  return () => table;
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const { partitionKey, sortKey, indexes, stream } = tableSchema;
  const attributes = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema(partitionKey, sortKey),
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream },
    }),
  );
}

function keySchema(partitionKey: string, sortKey: string): KeySchemaElement[] {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}
