import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { sharedDatabase } from '@malote/local-cloud/test/support/database.ts';
import { openTable, type Table } from '../../lib/adapters/data/table.ts';
import { createTable } from './create-table.ts';

const endpoint = await sharedDatabase();

/** The single table, created from its schema in a database of its own, for the tests of one file. */
export function useTable(): () => Table {
  let client: DynamoDBClient;
  let table: Table;

  beforeAll(async () => {
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
