import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { CreateTableCommand, DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../../lib/data/schema.ts';
import { openTable, type Table } from '../../lib/data/table.ts';

/** The single table, created from its schema in a database of its own, for the tests of one file. */
export function useTable(): () => Table {
  let client: DynamoDBClient;
  let table: Table;

  beforeAll(async () => {
    const endpoint = process.env.DYNAMODB_LOCAL ?? process.env.SERVICE_DATABASE;
    if (!endpoint) throw new Error('DYNAMODB_LOCAL is not set: run the tests through npm test');
    client = new DynamoDBClient({
      endpoint,
      region: 'sa-east-1',
      // DynamoDB Local keeps a database per access key.
      credentials: { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: 'test' },
    });
    await createTable(client, 'malote');
    table = openTable('malote', client);
  });

  afterAll(() => client.destroy());

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
