import { Agent, request } from 'node:http';
import { readJsonResponse } from '../endpoint.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  CreatedResource,
  Need,
  ResourceContext,
  ResourceType,
} from '../service.ts';
import { dynamoDbNeeds, type TableKeys } from './dynamodb-needs.ts';
import type { KeySchema } from './in-memory/table.ts';

interface KeySchemaElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}

interface Index {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: unknown;
  ProvisionedThroughput?: unknown;
  WarmThroughput?: unknown;
}

export interface TableSchema {
  arn: string;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  KeySchema: KeySchemaElement[];
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
}

interface TableProperties extends Omit<TableSchema, 'arn'> {
  TableName?: string;
  BillingMode?: string;
  ProvisionedThroughput?: unknown;
  WarmThroughput?: unknown;
  StreamSpecification?: { StreamViewType: string };
  TimeToLiveSpecification?: unknown;
  PointInTimeRecoverySpecification?: { PointInTimeRecoveryEnabled?: boolean };
}

/** Operations that change items, and so add to a stream. */
export const WRITE_OPERATIONS: ReadonlySet<string | undefined> = new Set([
  'BatchExecuteStatement',
  'BatchWriteItem',
  'DeleteItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'PutItem',
  'TransactWriteItems',
  'UpdateItem',
]);

const TABLE_API = 'DynamoDB_20120810';
export const STREAMS_API = 'DynamoDBStreams_20120810';

/** Region in the ARNs of DynamoDB Local. It finds a stream by this one only. */
export const DATABASE_REGION = 'ddblocal';

/** Where the tables are: DynamoDB Local over HTTP, or this process. */
export interface DynamoDbBackend {
  /** Handles a request of the JSON protocol. `target` is `<API>.<operation>`; `input` is the body if already parsed. */
  send(target: string, body: Buffer | string, input?: Record<string, unknown>): Promise<AwsResponse>;
  /** @throws AwsError as DynamoDB names it. */
  call<Output>(target: string, input: Record<string, unknown>): Promise<Output>;
  close(): void;
  /** The schema of a table that is not in a template; absent if the backend has no such tables. */
  schemaOf?(nameOrArn: string): TableSchema | undefined;
  /** Whether `UpdateContinuousBackups` is served. */
  readonly knowsBackups?: boolean;
  /** Whether `CreateTable` takes `WarmThroughput`, which DynamoDB Local rejects or ignores. */
  readonly knowsWarmThroughput?: boolean;
  /** Removes expired items; true if there were any. Absent if the database does this by itself. */
  removeExpired?(): boolean;
}

/** "within a few days of their expiration": https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html */
const EXPIRY_INTERVAL_MS = 24 * 3_600_000;

/** A running DynamoDB Local, and which of its databases to use: each access key and region has its own. */
export interface DynamoDbDatabase {
  endpoint: string;
  /** Letters and digits. */
  accessKeyId: string;
}

/** DynamoDB Local closes idle connections after 30 seconds; a request that meets such a close would be lost. */
const IDLE_CONNECTION_MS = 10_000;

/** Keep-alive connections to one database of DynamoDB Local. */
export class DynamoDbConnection implements DynamoDbBackend {
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  readonly #endpoint: string;
  readonly #authorization: string;

  constructor({ endpoint, accessKeyId }: DynamoDbDatabase, region: string) {
    this.#endpoint = endpoint;
    // DynamoDB Local reads the access key and the region, and checks neither date nor signature.
    const credential = `${accessKeyId}/20260101/${region}/dynamodb/aws4_request`;
    this.#authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=local`;
  }

  /** Rejects when DynamoDB Local cannot be reached. */
  send(target: string, body: Buffer | string): Promise<AwsResponse> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: this.#authorization,
        'Content-Type': 'application/x-amz-json-1.0',
        'Content-Length': Buffer.byteLength(body),
        'X-Amz-Target': target,
      };
      const outgoing = request(this.#endpoint, { method: 'POST', agent: this.#agent, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode!,
            headers: responseHeaders(incoming.headers),
            body: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async call<Output>(target: string, input: Record<string, unknown>): Promise<Output> {
    const { status, body } = await this.send(target, JSON.stringify(input));
    return readJsonResponse(status, String(body)) as Output;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Keeps the checksum: the SDK verifies it if present. */
function responseHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept = ['content-type', 'x-amzn-requestid', 'x-amz-crc32'];
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

/** Creates tables and passes every call on to the backend. */
export class DynamoDbService implements AwsService {
  readonly name = 'dynamodb';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::DynamoDB::Table': {
      honors: [
        'TableName',
        'AttributeDefinitions',
        'KeySchema',
        'GlobalSecondaryIndexes',
        'LocalSecondaryIndexes',
        'BillingMode',
        'ProvisionedThroughput',
        'WarmThroughput',
        'StreamSpecification',
        'TimeToLiveSpecification',
        'PointInTimeRecoverySpecification',
      ],
      ignores: {
        DeletionProtectionEnabled: 'the table ends with the process',
        SSESpecification: 'the table lives in memory',
        Tags: 'text for people',
      },
      create: (properties: TableProperties, context) => this.#createTable(properties, context),
    },
  };
  readonly #cloud: Cloud;
  readonly #backend: DynamoDbBackend;
  readonly #onWrite: () => void;
  /** By name and by ARN. */
  readonly #tables = new Map<string, TableKeys>();

  /** `onWrite` is called after each call that may have changed items, while that call still counts as in flight. */
  constructor(cloud: Cloud, backend: DynamoDbBackend, onWrite: () => void) {
    this.#cloud = cloud;
    this.#backend = backend;
    this.#onWrite = onWrite;
  }

  async handle({ operation, principal, headers, body }: AwsRequest): Promise<AwsResponse> {
    const input = principal && (JSON.parse(body.toString()) as Record<string, unknown>);
    principal?.require(this.#needs(String(operation), input));
    const api = headers['x-amz-target']?.split('.')[0] ?? TABLE_API;
    if (!WRITE_OPERATIONS.has(operation)) return this.#backend.send(`${api}.${operation}`, body, input);
    return this.#cloud.clock.track(
      this.#backend.send(`${api}.${operation}`, body, input).then((response) => {
        if (response.status === 200) this.#onWrite();
        return response;
      }),
    );
  }

  start(): void {
    // Streams may hold records that an earlier process did not deliver.
    if (this.#cloud.journal) this.#onWrite();
    if (this.#backend.removeExpired) this.#expireDaily();
  }

  stop(): void {
    this.#backend.close();
  }

  #needs(operation: string, input: unknown): Need[] {
    return dynamoDbNeeds(operation, input, (nameOrArn) => this.#keysOf(nameOrArn));
  }

  #keysOf(nameOrArn: string): TableKeys | undefined {
    const known = this.#tables.get(nameOrArn);
    if (known) return known;
    const schema = this.#backend.schemaOf?.(nameOrArn);
    if (!schema) return undefined;
    const keys = keysOf(schema.arn, schema);
    this.#tables.set(nameOrArn, keys);
    return keys;
  }

  #expireDaily(): void {
    const { clock } = this.#cloud;
    clock.schedule(clock.now() + EXPIRY_INTERVAL_MS, () => {
      if (this.#backend.removeExpired!()) this.#onWrite();
      this.#expireDaily();
    });
  }

  async #createTable(properties: TableProperties, { logicalId }: ResourceContext): Promise<CreatedResource> {
    const {
      TableName = logicalId,
      StreamSpecification,
      TimeToLiveSpecification,
      PointInTimeRecoverySpecification,
      WarmThroughput,
      ...schema
    } = properties;
    const { knowsWarmThroughput = false } = this.#backend;
    const { TableDescription } = await this.#backend.call<{ TableDescription: { LatestStreamArn?: string } }>(
      `${TABLE_API}.CreateTable`,
      {
        ...schema,
        TableName,
        ...(knowsWarmThroughput && { WarmThroughput }),
        GlobalSecondaryIndexes: schema.GlobalSecondaryIndexes?.map(({ WarmThroughput: warm, ...index }) => ({
          ...knownIndexProperties(index),
          ...(knowsWarmThroughput && { WarmThroughput: warm }),
        })),
        LocalSecondaryIndexes: schema.LocalSecondaryIndexes?.map(knownIndexProperties),
        StreamSpecification: StreamSpecification && { ...StreamSpecification, StreamEnabled: true },
      },
    );
    if (TimeToLiveSpecification) {
      await this.#backend.call(`${TABLE_API}.UpdateTimeToLive`, { TableName, TimeToLiveSpecification });
    }
    if (PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled && this.#backend.knowsBackups) {
      await this.#backend.call(`${TABLE_API}.UpdateContinuousBackups`, { TableName, PointInTimeRecoverySpecification });
    }
    const { region, accountId } = this.#cloud;
    const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`;
    const keys = keysOf(arn, schema);
    this.#tables.set(TableName, keys).set(arn, keys);
    return {
      ref: TableName,
      attributes: {
        Arn: arn,
        StreamArn: TableDescription.LatestStreamArn?.replace(`:${DATABASE_REGION}:`, `:${region}:`),
      },
    };
  }
}

function keysOf(
  arn: string,
  {
    KeySchema: own,
    AttributeDefinitions,
    GlobalSecondaryIndexes = [],
    LocalSecondaryIndexes = [],
  }: Omit<TableSchema, 'arn'>,
): TableKeys {
  const readSchema = (elements: KeySchemaElement[]): KeySchema => {
    const named = (type: string) => elements.find(({ KeyType }) => KeyType === type)?.AttributeName;
    return { partition: named('HASH')!, sort: named('RANGE') };
  };
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes];
  return {
    arn,
    keys: new Map([
      ['', readSchema(own)],
      ...indexes.map(({ IndexName, KeySchema: elements }) => [IndexName, readSchema(elements)] as const),
    ]),
    types: Object.fromEntries(
      AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
    ),
  };
}

/** Removes properties that DynamoDB Local does not support: insights and throughput limits of indexes. */
function knownIndexProperties({ IndexName, KeySchema, Projection, ProvisionedThroughput }: Index): Index {
  return { IndexName, KeySchema, Projection, ProvisionedThroughput };
}
