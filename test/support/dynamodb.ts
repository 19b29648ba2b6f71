import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import { InMemoryDynamoDb } from '@malote/local-cloud/dynamodb/in-memory/in-memory-dynamodb.ts';
import { requestSharedService } from '@malote/local-cloud/test/support/database.ts';
import { openTable, type Table } from '../../lib/adapters/data/table/table.ts';
import { createTable } from './create-table.ts';

/**
 * The single table, created from its schema in a separate database, for the tests of one file: in this process, or in
 * DynamoDB Local if `TEST_TABLES=dynamodb-local` (`npm run test:dynamodb-local`).
 */
export function useTable(): () => Table {
  return process.env.TEST_TABLES === 'dynamodb-local' ? useServedTable() : useTableOf(inThisProcess);
}

/** The same behind an address, for code that calls it there. */
export function useServedTable(): () => Table {
  return useTableOf(async () => ({ endpoint: await tablesEndpoint() }));
}

export const tablesEndpoint = async () => (await requestSharedService('tables')) as string;

/** A request of the SDK: the part that the database reads. */
interface Request {
  headers: Record<string, string>;
  /** The SDK's own kind of bytes, which warns when it is used as a text. */
  body: Uint8Array;
}

/** Signatures and JSON as ever, without a socket, which takes half of a call's time. */
function inThisProcess(): DynamoDBClientConfig {
  const database = new InMemoryDynamoDb({ region: 'sa-east-1', accountId: '000000000000', now: Date.now });
  const handle = async ({ headers, body }: Request) => {
    // Calls that are made at once take turns, as over a network.
    await setImmediate();
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const { status, headers: answered = {}, body: text = '' } = await database.send(headers['x-amz-target']!, bytes);
    const names = Object.entries(answered).map(([name, value]) => [name.toLowerCase(), value]);
    return {
      response: { statusCode: status, headers: Object.fromEntries(names), body: Buffer.from(text) },
    };
  };
  const requestHandler = { handle, destroy: () => undefined };
  return { endpoint: 'http://127.0.0.1:9', requestHandler: requestHandler as never };
}

function useTableOf(configure: () => DynamoDBClientConfig | Promise<DynamoDBClientConfig>): () => Table {
  let client: DynamoDBClient;
  let table: Table;

  beforeAll(async () => {
    client = new DynamoDBClient({
      region: 'sa-east-1',
      // Each access key has its own database.
      credentials: { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: 'test' },
      ...(await configure()),
    });
    await createTable(client, 'malote');
    table = openTable('malote', client);
  });

  afterAll(() => client.destroy());

  return () => table;
}
