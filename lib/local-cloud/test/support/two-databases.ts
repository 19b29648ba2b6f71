import { randomBytes } from 'node:crypto';
import { DynamoDbConnection } from '../../dynamodb/dynamodb-service.ts';
import { InMemoryDynamoDb } from '../../dynamodb/in-memory/in-memory-dynamodb.ts';

export const TABLE = 'Things';

/** A table with a sort key and two indexes, one of which does not project everything. */
const table = {
  TableName: TABLE,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'g1', 'g2']
    .map((AttributeName) => ({ AttributeName, AttributeType: 'S' }))
    .concat({
      AttributeName: 'rank',
      AttributeType: 'N',
    }),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byGroup',
      KeySchema: [
        { AttributeName: 'g1', KeyType: 'HASH' },
        { AttributeName: 'rank', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
    {
      IndexName: 'keysOnly',
      KeySchema: [
        { AttributeName: 'g2', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n'] },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

export interface DatabaseResponse {
  status: number;
  body: Record<string, unknown>;
}

/** The same table in DynamoDB Local, the reference, and in memory. */
export class TwoDatabases {
  readonly #reference: DynamoDbConnection;
  readonly #inMemory: InMemoryDynamoDb;

  constructor(endpoint: string, accessKeyId = randomBytes(8).toString('hex')) {
    this.#reference = new DynamoDbConnection({ endpoint, accessKeyId }, 'sa-east-1');
    this.#inMemory = new InMemoryDynamoDb({ region: 'sa-east-1', accountId: '000000000000', now: () => Date.now() });
  }

  async create(): Promise<void> {
    for (const database of [this.#reference, this.#inMemory])
      await database.call('DynamoDB_20120810.CreateTable', table);
  }

  /** The response of each database to one request. */
  async ask(
    operation: string,
    input: Record<string, unknown>,
  ): Promise<{ reference: DatabaseResponse; inMemory: DatabaseResponse }> {
    const api = /Stream|Shard|Records/.test(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const body = JSON.stringify(input);
    const [reference, inMemory] = await Promise.all(
      [this.#reference, this.#inMemory].map(async (database) => {
        const { status, body: answer } = await database.send(`${api}.${operation}`, body);
        return { status, body: comparable(JSON.parse(String(answer))) as DatabaseResponse['body'] };
      }),
    );
    return { reference: reference!, inMemory: inMemory! };
  }

  /** The whole stream of each database, without names and times. */
  async records(): Promise<{ reference: unknown[]; inMemory: unknown[] }> {
    const [reference, inMemory] = await Promise.all(
      [this.#reference, this.#inMemory].map(async (database) => {
        const { Table } = await database.call<{ Table: { LatestStreamArn: string } }>(
          'DynamoDB_20120810.DescribeTable',
          {
            TableName: TABLE,
          },
        );
        const StreamArn = Table.LatestStreamArn;
        const call = <Output>(operation: string, input: Record<string, unknown>) =>
          database.call<Output>(`DynamoDBStreams_20120810.${operation}`, input);
        const { StreamDescription } = await call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
          'DescribeStream',
          { StreamArn },
        );
        const { ShardId } = StreamDescription.Shards[0]!;
        let { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
          StreamArn,
          ShardId,
          ShardIteratorType: 'TRIM_HORIZON',
        });
        const all: unknown[] = [];
        for (;;) {
          const page = await call<{ Records: StreamRecord[]; NextShardIterator: string }>('GetRecords', {
            ShardIterator,
          });
          if (page.Records.length === 0) return all;
          ShardIterator = page.NextShardIterator;
          all.push(
            ...page.Records.map(({ eventName, dynamodb: { Keys, NewImage, OldImage } }) =>
              comparable({ eventName, Keys, NewImage: wholeImage(NewImage), OldImage: wholeImage(OldImage) }),
            ),
          );
        }
      }),
    );
    return { reference: reference!, inMemory: inMemory! };
  }

  close(): void {
    this.#reference.close();
    this.#inMemory.close();
  }
}

interface StreamRecord {
  eventName: string;
  dynamodb: { Keys: unknown; NewImage?: Image; OldImage?: Image };
}

type Image = Record<string, AttributeValue>;
interface AttributeValue {
  M?: Image;
  L?: AttributeValue[];
}

/**
 * The stream of DynamoDB Local shows an empty map as `{}`, a value without a type, which is not a valid attribute value
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_AttributeValue.html).
 */
function wholeImage(image: Image | undefined): Image | undefined {
  return image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, wholeValue(value)]));
}

function wholeValue(value: AttributeValue): AttributeValue {
  if (Object.keys(value).length === 0) return { M: {} };
  if (value.M) return { M: wholeImage(value.M)! };
  return value.L ? { L: value.L.map(wholeValue) } : value;
}

/** Removes allowed differences: the order of a set, and the namespace of an error. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (/^[SNB]S$/.test(name) && Array.isArray(inner)) return [[name, [...(inner as string[])].sort()]];
      if (name === '__type') return [[name, String(inner).split('#').pop()]];
      if (name === 'Message') return [['message', inner]];
      return inner === undefined ? [] : [[name, comparable(inner)]];
    }),
  );
}
