import { randomUUID } from 'node:crypto';
import { AwsError } from '../../aws-error.ts';
import { errorResponse } from '../../endpoint.ts';
import { type DurableMap, durableMap, type Journal } from '../../journal.ts';
import type { AwsResponse } from '../../service.ts';
import { sha256 } from '../../sha256.ts';
import type { DynamoDbBackend, TableSchema } from '../dynamodb-service.ts';
import { isEqual, type Item, readItem, sizeOfItem, validationError } from './attribute-value.ts';
import { Capacity, inTransaction, readUnits, type Units } from './capacity.ts';
import { ChangeStream, type StoredChange, type StreamViewType } from './change-stream.ts';
import { applyUpdate, attributesOf, isMet, project } from './expression-evaluator.ts';
import {
  type Condition,
  parseCondition,
  parseProjection,
  parseUpdate,
  type Path,
  Placeholders,
  type Update,
} from './expression-parser.ts';
import { ItemHistory, RECOVERY_DAYS } from './item-history.ts';
import { ItemLocks, type Latency } from './item-locks.ts';
import { readKeyCondition } from './key-condition.ts';
import type { Entry } from './partition.ts';
import type {
  BatchGetRequest,
  BatchWriteRequest,
  Conditional,
  CreateTableRequest,
  DeleteRequest,
  GetRequest,
  IndexRequest,
  PutRequest,
  QueryRequest,
  ScanRequest,
  TableRequest,
  TransactGetRequest,
  TransactWriteRequest,
  UpdateRequest,
  WarmThroughput,
} from './requests.ts';
import type { Origin } from './table.ts';
import { encode, type IndexSchema, keyNames, type KeySchema, Table } from './table.ts';
import {
  describeBackups,
  expectKnown,
  restoreInstant,
  type RestoreTableRequest,
  type StoredTable,
  type UpdateBackupsRequest,
  type UpdateTableRequest,
} from './table-requests.ts';
import { type Access, Throughput } from './throughput.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const LARGEST_PAGE_BYTES = 1024 * 1024;
const MOST_TRANSACTION_ITEMS = 100;
const MOST_BATCH_GETS = 100;
const MOST_BATCH_WRITES = 25;
const LARGEST_TRANSACTION_BYTES = 4 * 1024 * 1024;
const LARGEST_BATCH_GET_BYTES = 16 * 1024 * 1024;
/** "a client request token is valid for 10 minutes after the first request that uses it is completed" */
const TOKEN_LIFE_MS = 10 * 60_000;

const TOO_LARGE = 'Item size has exceeded the maximum allowed size';
const TOO_LARGE_UPDATE = 'Item size to update has exceeded the maximum allowed size';

export interface InMemoryOptions {
  region: string;
  accountId: string;
  /** Epoch milliseconds. */
  now: () => number;
  /** Without it, requests take no time, never overlap and are never throttled. */
  latency?: Latency | undefined;
  /** Share of AWS's throughput for tables and partitions, if requests take time. Default: all of it. */
  throughputShare?: number | undefined;
  /** Keeps items, streams and completed transactions beyond the process. */
  journal?: Journal | undefined;
  /** Whether tables can have point-in-time recovery, which keeps each version of their items for 35 days. */
  backups?: boolean | undefined;
}

/** A write of one item. The request is validated; the stored item is not read yet. */
interface PlannedWrite {
  table: Table;
  id: string;
  condition: Condition | undefined;
  returnsItem: boolean;
  /** The item afterwards; undefined removes it. */
  after: (before: Item | undefined) => Item | undefined;
  /** A ConditionCheck: reads the item and writes nothing. */
  isCheck?: boolean;
  changes?: Update;
}

interface Completed {
  /** Digest of the request. */
  request: string;
  output: object;
  at: number;
}

/**
 * DynamoDB in this process: its JSON protocol, with conditions, indexes, transactions and streams. Unsupported requests
 * are rejected by name. It behaves like DynamoDB Local, as tests check, or like AWS where the documentation differs
 * (docs/decisions/emulators.md).
 */
export class InMemoryDynamoDb implements DynamoDbBackend {
  readonly knowsBackups = true;
  readonly #keepsHistory: boolean;
  readonly knowsWarmThroughput = true;
  readonly #options: InMemoryOptions;
  readonly #locks: ItemLocks | undefined;
  /** Counted in real time, like latency. */
  readonly #throughput: Throughput | undefined;
  readonly #tables = new Map<string, Table>();
  readonly #completed: Map<string, Completed>;
  readonly #keptCompleted: DurableMap<Completed>;
  /** Restored tables, which are in no template. */
  readonly #keptTables: DurableMap<StoredTable>;
  readonly #operations: Readonly<Record<string, (input: never) => object>> = {
    CreateTable: (input: CreateTableRequest) => this.#createTable(input),
    DescribeTable: ({ TableName }: TableRequest) => ({ Table: this.#describe(this.#table(TableName)) }),
    DeleteTable: (input: TableRequest) => this.#deleteTable(input),
    UpdateTable: (input: UpdateTableRequest) => this.#updateTable(input),
    DescribeContinuousBackups: ({ TableName }: TableRequest) => describeBackups(this.#backedUp(TableName)),
    UpdateContinuousBackups: (input: UpdateBackupsRequest) => this.#updateBackups(input),
    RestoreTableToPointInTime: (input: RestoreTableRequest) => this.#restoreTable(input),
    ListTables: () => ({ TableNames: [...this.#tables.keys()].sort() }),
    UpdateTimeToLive: (input: TimeToLiveRequest) => this.#updateTimeToLive(input),
    DescribeTimeToLive: ({ TableName }: TableRequest) => this.#describeTimeToLive(this.#table(TableName)),
    GetItem: (input: GetRequest) => this.#getItem(input),
    PutItem: (input: PutRequest) => this.#write(input, this.#planPut(input)),
    DeleteItem: (input: DeleteRequest) => this.#write(input, this.#planDelete(input)),
    UpdateItem: (input: UpdateRequest) => this.#write(input, this.#planUpdate(input)),
    Query: (input: QueryRequest) => this.#query(input),
    Scan: (input: ScanRequest) => this.#scan(input),
    BatchGetItem: (input: BatchGetRequest) => this.#batchGet(input),
    BatchWriteItem: (input: BatchWriteRequest) => this.#batchWrite(input),
    TransactGetItems: (input: TransactGetRequest) => this.#transactGet(input),
    TransactWriteItems: (input: TransactWriteRequest) => this.#transactWrite(input),
    DescribeStream: ({ StreamArn, ExclusiveStartShardId }: { StreamArn: string; ExclusiveStartShardId?: string }) =>
      this.#stream(StreamArn).describe(ExclusiveStartShardId),
    GetShardIterator: ({ StreamArn, ShardId, ShardIteratorType, SequenceNumber }: Record<string, string>) =>
      this.#stream(StreamArn!).iterator(ShardId!, ShardIteratorType!, SequenceNumber),
    GetRecords: ({ ShardIterator, Limit }: { ShardIterator: string; Limit?: number }) => {
      const [arn = '', position] = ShardIterator.split('|');
      return this.#stream(arn).read(Number(position), Limit);
    },
  };

  constructor(options: InMemoryOptions) {
    this.#options = options;
    this.#keepsHistory = options.backups === true;
    this.#locks = options.latency && new ItemLocks(options.latency);
    this.#throughput = options.latency && new Throughput(options.throughputShare ?? 1, performance);
    this.#keptCompleted = durableMap(options.journal, 'dynamodb:completed');
    this.#completed = new Map(this.#keptCompleted.restore());
    this.#keptTables = durableMap(options.journal, 'dynamodb:restored');
    for (const kept of this.#keptTables.restore().values()) this.#takeBack(kept);
  }

  async send(target: string, body: Buffer | string, input?: Record<string, unknown>): Promise<AwsResponse> {
    try {
      const output = await this.call(target, input ?? (JSON.parse(body.toString()) as Record<string, unknown>));
      return {
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
        body: JSON.stringify(output),
      };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return errorResponse(error, () => undefined);
    }
  }

  async call<Output>(target: string, input: Record<string, unknown>): Promise<Output> {
    const operation = target.split('.').pop()!;
    const serve = Object.hasOwn(this.#operations, operation) ? this.#operations[operation] : undefined;
    if (!serve) throw new AwsError('UnknownOperationException', `DynamoDB in memory does not know ${operation}`);
    const legacy = LEGACY_PARAMETERS.find((name) => input[name] !== undefined);
    if (legacy) throw validationError(`DynamoDB in memory does not know the legacy parameter ${legacy}`);
    const answer = () => serve(input as never) as Output;
    return this.#locks ? this.#answerInTime(this.#locks, operation, input, answer) : answer();
  }

  #answerInTime<Output>(
    ongoing: ItemLocks,
    operation: string,
    input: Record<string, unknown>,
    answer: () => Output,
  ): Promise<Output> | Output {
    const held = (requests: readonly object[]) => requests.map((request) => this.#placeOf(request as KeyedRequest));
    switch (operation) {
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return ongoing.write(held([input]), answer);
      case 'TransactWriteItems':
      case 'TransactGetItems': {
        const { TransactItems } = input as { TransactItems: Record<string, object>[] };
        const isRead = operation === 'TransactGetItems';
        return ongoing.transaction(held(TransactItems.flatMap((item) => Object.values(item))), isRead, answer);
      }
      case 'GetItem':
      case 'BatchGetItem':
      case 'BatchWriteItem':
      case 'Query':
      case 'Scan':
        return ongoing.read(answer);
      default:
        return answer();
    }
  }

  /** @throws AwsError ValidationException when the request names no item. */
  #placeOf({ TableName, Key, Item: item }: KeyedRequest): string {
    const table = this.#table(TableName);
    if (Key !== undefined) return `${table.name}\0${table.readKey(Key).id}`;
    const read = readItem(item);
    table.checkItem(read, TOO_LARGE);
    return `${table.name}\0${table.id(read)}`;
  }

  schemaOf(nameOrArn: string): TableSchema | undefined {
    const table = this.#tables.get(nameOrArn.split('/').pop()!);
    return table && { arn: table.arn, ...(table.definition as Omit<CreateTableRequest, 'TableName'>) };
  }

  close(): void {
    this.#tables.clear();
    this.#completed.clear();
  }

  /** Removes expired items; true when there were any. */
  removeExpired(): boolean {
    const seconds = Math.floor(this.#options.now() / 1000);
    return [...this.#tables.values()].map((table) => table.removeExpired(seconds)).includes(true);
  }

  // Tables

  #table(name: string): Table {
    const table = this.#tables.get(name.split('/').pop()!);
    if (!table) throw new AwsError('ResourceNotFoundException', 'Cannot do operations on a non-existent table');
    return table;
  }

  #createTable({ StreamSpecification: stream, ...request }: CreateTableRequest): object {
    const { TableName: name } = request;
    if (this.#tables.has(name)) throw new AwsError('ResourceInUseException', `Table already exists: ${name}`);
    const table = this.#makeTable(request, this.#options.now());
    if (stream?.StreamEnabled) this.#enableStream(table, stream.StreamViewType);
    return { TableDescription: this.#describe(table) };
  }

  #makeTable(request: CreateTableRequest, createdAt: number): Table {
    const { TableName: name, ...definition } = request;
    const { region, accountId, journal } = this.#options;
    const keyTypes = Object.fromEntries(
      request.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
    );
    const indexOf = (isLocal: boolean) => (index: IndexRequest) => indexSchema(index, isLocal);
    const table = new Table({
      name,
      arn: `arn:aws:dynamodb:${region}:${accountId}:table/${name}`,
      key: keySchema(request.KeySchema),
      keyTypes,
      indexes: [
        ...(request.GlobalSecondaryIndexes ?? []).map(indexOf(false)),
        ...(request.LocalSecondaryIndexes ?? []).map(indexOf(true)),
      ],
      definition,
      createdAt,
      warm: warmThroughputs(request),
      kept: durableMap(journal, `dynamodb:table:${name}`),
    });
    const undefinedKey = [table.key, ...table.indexes].flatMap(keyNames).find((key) => !keyTypes[key]);
    if (undefinedKey !== undefined) {
      throw validationError(
        `One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [${undefinedKey}]`,
      );
    }
    this.#tables.set(name, table);
    return table;
  }

  #enableStream(table: Table, viewType: StreamViewType = 'NEW_AND_OLD_IMAGES', enabledAt = this.#options.now()): void {
    const { now, journal } = this.#options;
    const { name, arn, definition } = table;
    const kept = durableMap<StoredChange>(journal, `dynamodb:stream:${name}`);
    table.stream = new ChangeStream({ name, arn, keySchema: definition.KeySchema }, viewType, { now, kept, enabledAt });
  }

  #deleteTable({ TableName }: TableRequest): object {
    const table = this.#table(TableName);
    if (table.isProtected)
      throw validationError(
        'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
      );
    if (table.origin) {
      table.forget();
      this.#keptTables.delete(table.name);
    }
    this.#tables.delete(table.name);
    return { TableDescription: { ...this.#describe(table), TableStatus: 'DELETING' } };
  }

  #describe(table: Table): object {
    const { name, arn, definition, stream, count, createdAt, isProtected, origin } = table;
    return {
      ...definition,
      TableName: name,
      TableArn: arn,
      TableStatus: 'ACTIVE',
      CreationDateTime: createdAt / 1000,
      ItemCount: count,
      ...(stream && {
        LatestStreamArn: stream.arn,
        LatestStreamLabel: stream.label,
        StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType },
      }),
      DeletionProtectionEnabled: isProtected,
      ...(origin && { RestoreSummary: restoreSummary(origin, false) }),
    };
  }

  /** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html */
  #updateTable(input: UpdateTableRequest): object {
    expectKnown('UpdateTable', input);
    const { TableName, StreamSpecification: stream, DeletionProtectionEnabled: isProtected } = input;
    const table = this.#table(TableName);
    if (stream?.StreamEnabled) {
      if (table.stream) throw validationError(`Table already has an enabled stream: TableName: ${table.name}`);
      this.#enableStream(table, stream.StreamViewType);
    } else if (stream) table.stream = undefined;
    table.isProtected = isProtected ?? table.isProtected;
    this.#keepTable(table);
    return { TableDescription: this.#describe(table) };
  }

  #backedUp(name: string): Table {
    const table = this.#tables.get(name.split('/').pop()!);
    if (!table) throw new AwsError('TableNotFoundException', `Table not found: ${name}`);
    return table;
  }

  #updateBackups(input: UpdateBackupsRequest): object {
    expectKnown('UpdateContinuousBackups', input);
    const { PointInTimeRecoveryEnabled: isEnabled, RecoveryPeriodInDays: days = RECOVERY_DAYS } =
      input.PointInTimeRecoverySpecification;
    if (days !== RECOVERY_DAYS) throw validationError('DynamoDB in memory knows no other RecoveryPeriodInDays than 35');
    const table = this.#backedUp(input.TableName);
    table.isRecoverable = isEnabled;
    if (this.#keepsHistory)
      table.history = isEnabled ? (table.history ?? new ItemHistory(this.#options.now)) : undefined;
    this.#keepTable(table);
    return describeBackups(table);
  }

  /**
   * Restores into a new table, with the items and indexes of that second. It has no stream, time to live, point-in-time
   * recovery or deletion protection
   * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html), and
   * restored items write no stream records.
   */
  #restoreTable(input: RestoreTableRequest): object {
    expectKnown('RestoreTableToPointInTime', input);
    if (!this.#keepsHistory)
      throw new AwsError('UnknownOperationException', 'This cloud keeps no history of tables: start it with backups');
    const source = this.#backedUp(input.SourceTableArn ?? input.SourceTableName ?? '');
    const { TargetTableName: TableName } = input;
    if (this.#tables.has(TableName))
      throw new AwsError('TableAlreadyExistsException', `Table already exists: ${TableName}`);
    const restoredTo = restoreInstant(source.history, input);
    const request = { ...(source.definition as Omit<CreateTableRequest, 'TableName'>), TableName };
    const table = this.#makeTable(request, this.#options.now());
    table.fill(source.history!.itemsAt(restoredTo, source.items));
    table.origin = { sourceArn: source.arn, restoredTo };
    this.#keepTable(table);
    return {
      TableDescription: {
        ...this.#describe(table),
        TableStatus: 'CREATING',
        RestoreSummary: restoreSummary(table.origin, true),
      },
    };
  }

  /** Stores the settings of a restored table. */
  #keepTable(table: Table): void {
    const { name, definition, createdAt, origin, stream, timeToLiveAttribute, isProtected, isRecoverable } = table;
    if (!origin) return;
    this.#keptTables.put(name, {
      request: { ...(definition as Omit<CreateTableRequest, 'TableName'>), TableName: name },
      createdAt,
      origin,
      ...(stream && { stream: { viewType: stream.viewType, enabledAt: stream.enabledAt } }),
      ...(timeToLiveAttribute !== undefined && { timeToLive: timeToLiveAttribute }),
      isProtected,
      isRecoverable,
    });
  }

  /** Recreates a restored table of an earlier process; its point-in-time recovery starts again. */
  #takeBack({ request, createdAt, origin, stream, timeToLive, isProtected, isRecoverable }: StoredTable): void {
    const table = this.#makeTable(request, createdAt);
    Object.assign(table, { origin, timeToLiveAttribute: timeToLive, isProtected });
    if (stream) this.#enableStream(table, stream.viewType, stream.enabledAt);
    table.isRecoverable = isRecoverable;
    if (isRecoverable && this.#keepsHistory) table.history = new ItemHistory(this.#options.now);
  }

  #updateTimeToLive({ TableName, TimeToLiveSpecification }: TimeToLiveRequest): object {
    const { AttributeName, Enabled } = TimeToLiveSpecification;
    const table = this.#table(TableName);
    table.timeToLiveAttribute = Enabled ? AttributeName : undefined;
    this.#keepTable(table);
    return { TimeToLiveSpecification };
  }

  #describeTimeToLive({ timeToLiveAttribute: AttributeName }: Table): object {
    const status =
      AttributeName === undefined ? { TimeToLiveStatus: 'DISABLED' } : { TimeToLiveStatus: 'ENABLED', AttributeName };
    return { TimeToLiveDescription: status };
  }

  #stream(arn: string): ChangeStream {
    const [, name = '', label] = /table\/([^/]+)\/stream\/(.+)$/.exec(arn) ?? [];
    const stream = this.#tables.get(name)?.stream;
    if (stream?.label !== label || !stream) {
      throw new AwsError('ResourceNotFoundException', `Requested resource not found: Stream: ${arn} not found`);
    }
    return stream;
  }

  /** Consumes capacity. @throws AwsError ThrottlingException if the table has none left */
  #take(access: Access, table: Table, taken: readonly Units[], capacity: Capacity): void {
    this.#throughput?.take(access, table, taken);
    capacity.add(table.name, taken);
  }

  // Reading

  #getItem(input: GetRequest): object {
    const capacity = new Capacity();
    const item = this.#read(input, capacity, input.ConsistentRead ? 1 : 0.5);
    return { ...(item && { Item: item }), ...consumed(capacity, input) };
  }

  #read(input: GetRequest, capacity: Capacity, perUnit: 0.5 | 1 | 2): Item | undefined {
    const table = this.#table(input.TableName);
    const placeholders = new Placeholders(input.ExpressionAttributeNames, undefined);
    const paths =
      input.ProjectionExpression === undefined ? undefined : parseProjection(input.ProjectionExpression, placeholders);
    placeholders.expectAllUsed();
    const { id } = table.readKey(input.Key);
    this.#take('read', table, table.readUnits(id, perUnit), capacity);
    const item = table.get(id);
    return item && paths ? project(item, paths) : item;
  }

  #query(input: QueryRequest): object {
    const table = this.#table(input.TableName);
    const index = input.IndexName === undefined ? undefined : table.index(input.IndexName);
    const placeholders = new Placeholders(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
    if (input.KeyConditionExpression === undefined) {
      throw validationError(
        'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
      );
    }
    const condition = parseCondition(input.KeyConditionExpression, 'KeyConditionExpression', placeholders);
    const { partition, range } = readKeyCondition(condition, index ?? table.key, table.keyTypes);
    const start = this.#startKey(table, index, input.ExclusiveStartKey);
    if (start && !isEqual(start.key[(index ?? table.key).partition], partition)) {
      throw validationError('The provided starting key is outside query boundaries based on provided conditions');
    }
    const sort = (index ?? table.key).sort;
    const entries = table
      .view(index?.name)
      .partition(partition)
      ?.scan(
        range,
        input.ScanIndexForward ?? true,
        start && { id: start.id, sort: sort === undefined ? undefined : start.key[sort] },
      );
    return this.#page(input, { table, index, placeholders, entries: entries ?? [], partition: encode(partition) });
  }

  #scan(input: ScanRequest): object {
    const table = this.#table(input.TableName);
    const index = input.IndexName === undefined ? undefined : table.index(input.IndexName);
    const placeholders = new Placeholders(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
    const start = this.#startKey(table, index, input.ExclusiveStartKey);
    return this.#page(input, {
      table,
      index,
      placeholders,
      entries: table.view(index?.name).scan(start),
      partition: undefined,
    });
  }

  #page(input: ScanRequest, { table, index, placeholders, entries, partition }: Page): object {
    const { Limit: limit = Infinity, ConsistentRead: isConsistent = false, Select: select } = input;
    if (limit < 1) throw validationError('Limit must be greater than or equal to 1');
    if (isConsistent && index && !index.isLocal) {
      throw validationError('Consistent reads are not supported on global secondary indexes');
    }
    if (select === 'ALL_ATTRIBUTES' && index?.projected && !index.isLocal) {
      throw validationError(
        `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
      );
    }
    const filter =
      input.FilterExpression === undefined
        ? undefined
        : parseCondition(input.FilterExpression, 'FilterExpression', placeholders);
    const ofKey = partition !== undefined && filter ? attributesOf(filter) : [];
    const filteredKey = keyNames(index ?? table.key).find((name) => ofKey.includes(name));
    if (filteredKey !== undefined) {
      throw validationError(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${filteredKey}`,
      );
    }
    const paths =
      input.ProjectionExpression === undefined ? undefined : parseProjection(input.ProjectionExpression, placeholders);
    placeholders.expectAllUsed();
    const items: Item[] = [];
    let [bytes, scanned, matched] = [0, 0, 0];
    let last: Item | undefined;
    for (const entry of entries) {
      const item = table.projected(entry.item, index);
      bytes += sizeOfItem(item);
      scanned++;
      if (!filter || isMet(filter, item)) {
        matched++;
        if (select !== 'COUNT') items.push(paths ? project(item, paths) : item);
      }
      if (scanned < limit && bytes < LARGEST_PAGE_BYTES) continue;
      last = table.keyOf(entry.item, index);
      break;
    }
    const capacity = new Capacity();
    const units = readUnits(bytes, isConsistent ? 1 : 0.5);
    this.#take('read', table, [{ index: index?.name, partition, units }], capacity);
    return {
      ...(select !== 'COUNT' && { Items: items }),
      Count: matched,
      ScannedCount: scanned,
      ...(last && { LastEvaluatedKey: last }),
      ...consumed(capacity, input),
    };
  }

  #startKey(table: Table, index: IndexSchema | undefined, given: unknown): { key: Item; id: string } | undefined {
    if (given === undefined || given === null) return undefined;
    const key = readItem(given);
    const names = new Set([...keyNames(table.key), ...(index ? keyNames(index) : [])]);
    const fits =
      Object.keys(key).length === names.size &&
      [...names].every((name) => key[name]?.[table.keyTypes[name] as 'S'] !== undefined);
    if (!fits)
      throw validationError('The provided starting key is invalid: The provided key element does not match the schema');
    return { key, id: table.id(key) };
  }

  #batchGet(input: BatchGetRequest): object {
    const requests = Object.entries(input.RequestItems);
    const count = requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0);
    if (count > MOST_BATCH_GETS) throw validationError('Too many items requested for the BatchGetItem call');
    if (count === 0) throw validationError('The requestItems parameter is required.');
    const capacity = new Capacity();
    const Responses: Record<string, Item[]> = {};
    const UnprocessedKeys: BatchGetRequest['RequestItems'] = {};
    const refusals: AwsError[] = [];
    let bytes = 0;
    for (const [TableName, { Keys, ...options }] of requests) {
      const table = this.#table(TableName);
      const ids = Keys.map((key) => table.readKey(key).id);
      if (new Set(ids).size < ids.length) throw validationError('Provided list of item keys contains duplicates');
      const found: Item[] = [];
      const unprocessed: unknown[] = [];
      for (const Key of Keys) {
        const item = table.get(table.readKey(Key).id);
        if (bytes + (item ? sizeOfItem(item) : 0) > LARGEST_BATCH_GET_BYTES) {
          unprocessed.push(Key);
          continue;
        }
        const refusal = refusalOf(() => {
          const read = this.#read({ ...options, TableName, Key }, capacity, options.ConsistentRead ? 1 : 0.5);
          if (read) found.push(read);
        });
        if (refusal) {
          refusals.push(refusal);
          unprocessed.push(Key);
        } else bytes += item ? sizeOfItem(item) : 0;
      }
      Responses[TableName] = found;
      if (unprocessed.length > 0) UnprocessedKeys[TableName] = { ...options, Keys: unprocessed };
    }
    if (refusals.length === count) throw refusals[0]!;
    return { Responses, UnprocessedKeys, ...consumedByEach(capacity, input) };
  }

  #transactGet(input: TransactGetRequest): object {
    if (input.TransactItems.length > MOST_TRANSACTION_ITEMS) throw tooMany('transactItems', MOST_TRANSACTION_ITEMS);
    const capacity = new Capacity();
    const Responses: { Item?: Item }[] = [];
    const refusals = input.TransactItems.map(({ Get }) =>
      refusalOf(() => {
        const item = this.#read(Get, capacity, 2);
        Responses.push(item ? { Item: item } : {});
      }),
    );
    if (refusals.some(Boolean))
      throw canceled(refusals.map((refusal) => refusal && { Code: 'ThrottlingError', Message: refusal.message }));
    return { Responses, ...consumedByEach(capacity, input) };
  }

  // Writing

  #planPut(input: Omit<PutRequest, 'ReturnValues'>): PlannedWrite {
    const table = this.#table(input.TableName);
    const item = readItem(input.Item);
    const { condition } = parseConditional(input);
    table.checkItem(item, TOO_LARGE);
    return { table, id: table.id(item), condition, returnsItem: returnsItem(input), after: () => item };
  }

  #planDelete(input: DeleteRequest): PlannedWrite {
    const table = this.#table(input.TableName);
    const { condition } = parseConditional(input);
    const { id } = table.readKey(input.Key);
    return { table, id, condition, returnsItem: returnsItem(input), after: () => undefined };
  }

  #planCheck(input: DeleteRequest): PlannedWrite {
    if (input.ConditionExpression === undefined) throw validationError('The expression can not be empty;');
    return { ...this.#planDelete(input), isCheck: true, after: (before) => before };
  }

  #planUpdate(input: UpdateRequest): PlannedWrite {
    const table = this.#table(input.TableName);
    const { condition, update } = parseConditional(input, input.UpdateExpression);
    const changes = update ?? NO_CHANGES;
    const { key, id } = table.readKey(input.Key);
    const paths = pathsOf(changes);
    const changedKey = keyNames(table.key).find((name) => paths.some(([first]) => first === name));
    if (changedKey !== undefined) {
      throw validationError(
        `One or more parameter values were invalid: Cannot update attribute ${changedKey}. This attribute is part of the key`,
      );
    }
    const after = (before: Item | undefined) => {
      const item = applyUpdate(before ?? key, changes);
      table.checkItem(item, TOO_LARGE_UPDATE);
      return item;
    };
    return { table, id, condition, returnsItem: returnsItem(input), after, changes };
  }

  #write(
    input: Conditional & { ReturnValues?: string; ReturnConsumedCapacity?: string },
    planned: PlannedWrite,
  ): object {
    const { table, id, condition, after: next, changes } = planned;
    const before = table.get(id);
    const capacity = new Capacity();
    if (condition && !isMet(condition, before ?? {})) {
      this.#take('write', table, table.checkUnits(id), capacity);
      throw new AwsError('ConditionalCheckFailedException', 'The conditional request failed', 400, {
        ...(planned.returnsItem && before && { Item: before }),
      });
    }
    const after = next(before);
    const returned = returnedValues(input.ReturnValues, changes, before, after);
    this.#take('write', table, table.unitsOf(id, after), capacity);
    table.replace(id, after);
    return { ...(returned && { Attributes: returned }), ...consumed(capacity, input) };
  }

  #batchWrite(input: BatchWriteRequest): object {
    const requests = Object.entries(input.RequestItems).flatMap(([TableName, writes]) =>
      writes.map((write) => ({ TableName, ...write })),
    );
    if (requests.length > MOST_BATCH_WRITES)
      throw validationError('Too many items requested for the BatchWriteItem call');
    const planned = requests.map(({ TableName, PutRequest: put, DeleteRequest: remove }) =>
      put ? this.#planPut({ TableName, Item: put.Item }) : this.#planDelete({ TableName, Key: remove!.Key }),
    );
    if (new Set(planned.map(place)).size < planned.length) {
      throw validationError('Provided list of item keys contains duplicates');
    }
    const capacity = new Capacity();
    const refused = planned.map(({ table, id, after }) =>
      refusalOf(() => {
        const item = after(table.get(id));
        this.#take('write', table, table.unitsOf(id, item), capacity);
        table.replace(id, item);
      }),
    );
    if (refused[0] && refused.every(Boolean)) throw refused[0];
    const UnprocessedItems: BatchWriteRequest['RequestItems'] = {};
    requests.forEach(({ TableName, ...write }, index) => {
      if (refused[index]) (UnprocessedItems[TableName] ??= []).push(write);
    });
    return { UnprocessedItems, ...consumedByEach(capacity, input) };
  }

  #transactWrite(input: TransactWriteRequest): object {
    const { ClientRequestToken: token, ReturnConsumedCapacity: _, ...request } = input;
    const digest = token === undefined ? '' : sha256(JSON.stringify(request)).toString('base64');
    const earlier = this.#completedBy(token);
    if (earlier) {
      if (earlier.request === digest) return earlier.output;
      throw new AwsError(
        'IdempotentParameterMismatchException',
        'DynamoDB received a different payload for the same client token.',
      );
    }
    const planned = this.#planTransaction(input);
    const outcomes = planned.map((write) => outcomeOf(write));
    const units = planned.map(({ table, id, isCheck }, index) =>
      inTransaction(isCheck ? table.checkUnits(id) : table.unitsOf(id, outcomes[index]!.after)),
    );
    const reasons = planned.map(({ table }, index) => {
      const throttled = this.#throughput?.refusalOf('write', table, units[index]!);
      return outcomes[index]!.reason ?? (throttled && { Code: 'ThrottlingError', Message: throttled.message });
    });
    if (reasons.some(Boolean)) throw canceled(reasons);
    const capacity = new Capacity();
    planned.forEach(({ table, id, isCheck }, index) => {
      this.#throughput?.spend('write', table, units[index]!);
      capacity.add(table.name, units[index]!);
      if (!isCheck) table.replace(id, outcomes[index]!.after);
    });
    const output = consumedByEach(capacity, input);
    if (token !== undefined) {
      const completed = { request: digest, output, at: this.#options.now() };
      this.#completed.set(token, completed);
      this.#keptCompleted.put(token, completed);
    }
    return output;
  }

  #planTransaction({ TransactItems: items }: TransactWriteRequest): PlannedWrite[] {
    if (items.length > MOST_TRANSACTION_ITEMS) throw tooMany('transactItems', MOST_TRANSACTION_ITEMS);
    if (items.length === 0) throw validationError('transactItems must have length greater than or equal to 1');
    const planned = items.map(({ Put, Update, Delete, ConditionCheck }) => {
      if (Put) return this.#planPut(Put);
      if (Update) return this.#planUpdate(Update);
      if (Delete) return this.#planDelete(Delete);
      if (ConditionCheck) return this.#planCheck(ConditionCheck);
      throw validationError('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request');
    });
    if (new Set(planned.map(place)).size < planned.length) {
      throw validationError('Transaction request cannot include multiple operations on one item');
    }
    const bytes = planned.reduce((sum, { table, id, after, isCheck }) => {
      const item = isCheck ? undefined : safely(() => after(table.get(id)));
      return sum + (item ? sizeOfItem(item) : 0);
    }, 0);
    if (bytes > LARGEST_TRANSACTION_BYTES) throw validationError('Transaction exceeds 4 MB');
    return planned;
  }

  #completedBy(token: string | undefined): Completed | undefined {
    if (token === undefined) return undefined;
    const oldest = this.#options.now() - TOKEN_LIFE_MS;
    // The map is in order of completion.
    for (const [known, { at }] of this.#completed) {
      if (at > oldest) break;
      this.#completed.delete(known);
      this.#keptCompleted.delete(known);
    }
    return this.#completed.get(token);
  }
}

function restoreSummary({ sourceArn, restoredTo }: Origin, isInProgress: boolean): object {
  return { SourceTableArn: sourceArn, RestoreDateTime: restoredTo / 1000, RestoreInProgress: isInProgress };
}

interface KeyedRequest extends TableRequest {
  Key?: unknown;
  Item?: unknown;
}

interface TimeToLiveRequest extends TableRequest {
  TimeToLiveSpecification: { AttributeName: string; Enabled: boolean };
}

interface Page {
  table: Table;
  index: IndexSchema | undefined;
  placeholders: Placeholders;
  entries: Iterable<Entry>;
  /** The encoded partition key of a query; undefined: a scan. */
  partition: string | undefined;
}

interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: Item;
}

const NO_CHANGES: Update = { set: [], remove: [], add: [], delete: [] };

/** Legacy parameters from before expressions, and those of parallel scans. */
const LEGACY_PARAMETERS = [
  'AttributesToGet',
  'AttributeUpdates',
  'ConditionalOperator',
  'Expected',
  'KeyConditions',
  'QueryFilter',
  'ScanFilter',
  'Segment',
  'TotalSegments',
];

function warmThroughputs({ WarmThroughput: own, GlobalSecondaryIndexes: indexes = [] }: CreateTableRequest) {
  const all = [['', own], ...indexes.map(({ IndexName, WarmThroughput }) => [IndexName, WarmThroughput])] as const;
  return new Map(all.filter((one): one is [string, WarmThroughput] => one[1] !== undefined));
}

function keySchema(elements: CreateTableRequest['KeySchema']): KeySchema {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.MultiAttributeKeys
  if (new Set(elements.map(({ KeyType }) => KeyType)).size < elements.length)
    throw validationError('DynamoDB in memory does not know keys of several attributes of one kind');
  const named = (type: string) => elements.find(({ KeyType }) => KeyType === type)?.AttributeName;
  return { partition: named('HASH')!, sort: named('RANGE') };
}

function indexSchema(
  { IndexName: name, KeySchema: key, Projection: projection }: IndexRequest,
  isLocal: boolean,
): IndexSchema {
  const projected = projection.ProjectionType === 'ALL' ? undefined : (projection.NonKeyAttributes ?? []);
  return { name, ...keySchema(key), projected, isLocal };
}

function parseConditional(input: Conditional, updateExpression?: string) {
  const placeholders = new Placeholders(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
  const update = updateExpression === undefined ? undefined : parseUpdate(updateExpression, placeholders);
  const { ConditionExpression: text } = input;
  const condition = text === undefined ? undefined : parseCondition(text, 'ConditionExpression', placeholders);
  placeholders.expectAllUsed();
  return { update, condition };
}

function returnsItem({ ReturnValuesOnConditionCheckFailure: wanted }: Conditional): boolean {
  return wanted === 'ALL_OLD';
}

function place({ table, id }: PlannedWrite): string {
  return `${table.name}\0${id}`;
}

/** The item after the write, or the reason to cancel the transaction. */
function outcomeOf({ table, id, condition, after, returnsItem }: PlannedWrite): {
  after?: Item | undefined;
  reason?: CancellationReason;
} {
  const before = table.get(id);
  if (condition && !isMet(condition, before ?? {})) {
    const Item = returnsItem ? before : undefined;
    return {
      reason: { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...(Item && { Item }) },
    };
  }
  try {
    return { after: after(before) };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { reason: { Code: 'ValidationError', Message: error.message } };
  }
}

function canceled(reasons: readonly (CancellationReason | undefined)[]): AwsError {
  const codes = reasons.map((reason) => reason?.Code ?? 'None');
  return new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    400,
    { CancellationReasons: reasons.map((reason) => reason ?? { Code: 'None' }) },
  );
}

/** The throttling error of one request in a batch; it does not affect the others. */
function refusalOf(serve: () => void): AwsError | undefined {
  try {
    serve();
    return undefined;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ThrottlingException') return error;
    throw error;
  }
}

/** The item to write; undefined if the write fails, so that its size does not count. */
function safely(run: () => Item | undefined): Item | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof AwsError) return undefined;
    throw error;
  }
}

function pathsOf({ set, remove, add, delete: removed }: Update): Path[] {
  return [...[...set, ...add, ...removed].map(({ path }) => path), ...remove];
}

/** @throws AwsError ValidationException for values that the operation cannot return. */
function returnedValues(
  wanted: string | undefined,
  changes: Update | undefined,
  before: Item | undefined,
  after: Item | undefined,
): Item | undefined {
  const updated = (item: Item | undefined) => {
    const names = new Set(changes ? pathsOf(changes).map(([name]) => name) : []);
    const shown = Object.entries(item ?? {}).filter(([name]) => names.has(name));
    return shown.length > 0 ? Object.fromEntries(shown) : undefined;
  };
  switch (wanted) {
    case undefined:
    case 'NONE':
      return undefined;
    case 'ALL_OLD':
      return before;
    case 'ALL_NEW':
      if (changes) return after;
      break;
    case 'UPDATED_OLD':
      if (changes) return updated(before);
      break;
    case 'UPDATED_NEW':
      if (changes) return updated(after);
  }
  throw validationError('Return values set to invalid value');
}

function consumed(capacity: Capacity, { ReturnConsumedCapacity }: { ReturnConsumedCapacity?: string }): object {
  const report = capacity.report(ReturnConsumedCapacity);
  return report ? { ConsumedCapacity: report[0] } : {};
}

function consumedByEach(capacity: Capacity, { ReturnConsumedCapacity }: { ReturnConsumedCapacity?: string }): object {
  const report = capacity.report(ReturnConsumedCapacity);
  return report ? { ConsumedCapacity: report } : {};
}

function tooMany(what: string, most: number): AwsError {
  return validationError(
    `1 validation error detected: Value at '${what}' failed to satisfy constraint: Member must have length less than or equal to ${most}`,
  );
}
