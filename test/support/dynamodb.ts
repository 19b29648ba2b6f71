import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { requestSharedService } from '@malote/local-cloud/test/support/database.ts';
import { openTable, type Table } from '../../lib/adapters/data/table/table.ts';
import { createTable } from './create-table.ts';

/** Tables in memory, or DynamoDB Local if `TEST_TABLES=dynamodb-local` (`npm run test:dynamodb-local`). */
export const tablesEndpoint = (await requestSharedService('tables')) as string;

/** The single table, created from its schema in a separate database, for the tests of one file. */
export function useTable(): () => Table {
  let client: DynamoDBClient;
  let table: Table;

  beforeAll(async () => {
    client = new DynamoDBClient({
      endpoint: tablesEndpoint,
      region: 'sa-east-1',
      // Each access key has its own database.
      credentials: { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: 'test' },
    });
    await createTable(client, 'malote');
    table = openTable('malote', client);
  });

  afterAll(() => client.destroy());

  return () => table;
}
