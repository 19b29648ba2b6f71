import { DynamoDBClient, ThrottlingException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import { InMemoryDynamoDb } from '../dynamodb/in-memory/in-memory-dynamodb.ts';
import { Throughput } from '../dynamodb/in-memory/throughput.ts';
import { awsRequestHandler, awsRoute, type Endpoint, openEndpoint } from '../endpoint.ts';

const table = { name: 'T', arn: 'arn:aws:dynamodb:sa-east-1:000000000000:table/T', warm: new Map() };
const one = (partition: string | undefined, units = 1, index?: string) => [{ index, partition, units }];

describe('a table provides per second', () => {
  let now: number;
  let throughput: Throughput;
  beforeEach(() => {
    now = 0;
    throughput = new Throughput(1, { now: () => now });
  });

  /** Consumes units until rejected. @returns the units consumed, and the error */
  function exhaust(take: () => void, units = 1) {
    for (let taken = 0; ; taken += units) {
      try {
        take();
      } catch (error) {
        return { taken, error };
      }
    }
  }

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
  test.each([
    ['write', 1_000],
    ['read', 3_000],
  ] as const)('%s units of one partition: %d', (access, most) => {
    expect(exhaust(() => throughput.take(access, table, one('a'))).taken).toBe(most);
    throughput.take(access, table, one('b'));
    throughput.take(access === 'read' ? 'write' : 'read', table, one('a'));
    now = 500;
    expect(exhaust(() => throughput.take(access, table, one('a'))).taken).toBe(most / 2);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html
  test.each([
    ['write', 4_000],
    ['read', 12_000],
  ] as const)('%s units of a new table on demand: %d, its indexes as many of their own', (access, most) => {
    let count = 0;
    expect(exhaust(() => throughput.take(access, table, one(`p${count++}`))).taken).toBe(most);
    expect(exhaust(() => throughput.take(access, table, one(`p${count++}`, 1, 'I'))).taken).toBe(most);
    expect(exhaust(() => throughput.take(access, { ...table, name: 'U' }, one(undefined, 10)), 10).taken).toBe(most);
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
  test('the throughput of the table and of each index, separately', () => {
    const warm = new Map([['I', { WriteUnitsPerSecond: 6_000 }]]);
    const taking = (access: 'read' | 'write', index?: string) => {
      let count = 0;
      return exhaust(() => throughput.take(access, { ...table, warm }, one(`p${count++}`, 1, index))).taken;
    };
    expect([taking('write'), taking('write', 'I'), taking('read', 'I')]).toEqual([4_000, 6_000, 12_000]);
  });

  test('a request larger than the remaining capacity is accepted, and the next one waits for the deficit', () => {
    throughput.take('write', table, one('a', 999));
    throughput.take('write', table, one('a', 800));
    now = 799;
    expect(() => throughput.take('write', table, one('a'))).toThrow('Throughput exceeds the current capacity');
    now = 800;
    throughput.take('write', table, one('a'));
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/gsi-throttling.html
  test('a write is rejected if its index lacks capacity, and consumes nothing from the table', () => {
    const { error } = exhaust(() => throughput.take('write', table, one('hot', 1, 'I')));
    expect(error).toMatchObject({
      code: 'ThrottlingException',
      fields: {
        throttlingReasons: [{ reason: 'IndexWriteKeyRangeThroughputExceeded', resource: `${table.arn}/index/I` }],
      },
    });
    expect(() => throughput.take('write', table, [...one('a', 1_000), ...one('hot', 1, 'I')])).toThrow();
    throughput.take('write', table, one('a'));
  });

  test('the granted share', () => {
    const half = new Throughput(0.5, { now: () => now });
    expect(exhaust(() => half.take('write', table, one('a'))).taken).toBe(500);
  });
});

describe('a table whose partition is exhausted', () => {
  const T = { TableName: 'T' };
  let endpoint: Endpoint;
  let client: DynamoDBDocumentClient;
  beforeEach(async () => {
    const database = new InMemoryDynamoDb({
      region: 'sa-east-1',
      accountId: '000000000000',
      now: Date.now,
      latency: { leastMs: 0, mostMs: 0, random: () => 0 },
      // 10 units per second for a partition.
      throughputShare: 0.01,
    });
    await database.call('DynamoDB_20120810.CreateTable', {
      ...T,
      AttributeDefinitions: ['pk', 'sk', 'gsi'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'I',
          KeySchema: [{ AttributeName: 'gsi', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
    const answer = awsRequestHandler(
      ({ headers, body }) => database.send(headers['x-amz-target'] ?? '', body),
      () => undefined,
      console.error,
    );
    endpoint = await openEndpoint(0, [awsRoute(answer)], Date.now);
    client = DynamoDBDocumentClient.from(
      new DynamoDBClient({
        endpoint: endpoint.url,
        region: 'sa-east-1',
        credentials: { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
        maxAttempts: 1,
      }),
    );
  });
  afterEach(() => endpoint.stop());

  const put = (pk: string, sk: string, more = {}) => client.send(new PutCommand({ ...T, Item: { pk, sk, ...more } }));
  /** Consumes more than the partition has for a second, so that it stays exhausted for the next seconds. */
  const exhaust = (pk: string) => put(pk, 'large', { text: 'x'.repeat(20_000) });

  test('rejects writes to that partition, and no others', async () => {
    await exhaust('hot');
    await expect(put('hot', '1')).rejects.toThrow(ThrottlingException);
    await expect(put('hot', '1')).rejects.toMatchObject({
      throttlingReasons: [{ reason: 'TableWriteKeyRangeThroughputExceeded' }],
    });
    await put('other', '1');
    // Reads are counted separately.
    await client.send(new GetCommand({ ...T, Key: { pk: 'hot', sk: '1' } }));
  });

  test('rejects writes whose index entry is in it, and leaves the table unchanged', async () => {
    let [count, refusal] = [0, undefined as unknown];
    // Some units refill in the meantime.
    while (refusal === undefined && count < 100)
      await put(`p${count++}`, '1', { gsi: 'hot' }).catch((error: unknown) => (refusal = error));
    expect(refusal).toMatchObject({
      name: 'ThrottlingException',
      throttlingReasons: [{ reason: 'IndexWriteKeyRangeThroughputExceeded' }],
    });
    const last = { pk: `p${count - 1}`, sk: '1' };
    const { Item } = await client.send(new GetCommand({ ...T, Key: last }));
    expect(Item).toBeUndefined();
    await put(last.pk, last.sk);
  });

  test('cancels transactions, and names the item that it affects', async () => {
    await exhaust('hot');
    const items = ['other', 'hot'].map((pk) => ({ Put: { ...T, Item: { pk, sk: '1' } } }));
    await expect(client.send(new TransactWriteCommand({ TransactItems: items }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
    const read = await client.send(
      new TransactGetCommand({ TransactItems: [{ Get: { ...T, Key: { pk: 'other', sk: '1' } } }] }),
    );
    expect(read.Responses).toEqual([{}]);
  });

  test('leaves unprocessed the part of a batch that exceeds its capacity, and rejects a batch of which it can process nothing', async () => {
    await exhaust('hot');
    const batch = (...partitions: string[]) =>
      client.send(
        new BatchWriteCommand({
          RequestItems: { T: partitions.map((pk) => ({ PutRequest: { Item: { pk, sk: 'batch' } } })) },
        }),
      );
    const { UnprocessedItems } = await batch('hot', 'other');
    expect(UnprocessedItems).toEqual({ T: [{ PutRequest: { Item: { pk: 'hot', sk: 'batch' } } }] });
    await expect(batch('hot')).rejects.toThrow(ThrottlingException);
    const Keys = ['hot', 'other'].map((pk) => ({ pk, sk: 'batch' }));
    const { Responses } = await client.send(new BatchGetCommand({ RequestItems: { T: { Keys } } }));
    expect(Responses).toEqual({ T: [{ pk: 'other', sk: 'batch' }] });
  });

  test('counts writes whose condition fails', async () => {
    await exhaust('hot');
    const refused = new PutCommand({
      ...T,
      Item: { pk: 'hot', sk: '1' },
      ConditionExpression: 'attribute_exists(pk)',
    });
    await expect(client.send(refused)).rejects.toThrow(ThrottlingException);
  });
});
