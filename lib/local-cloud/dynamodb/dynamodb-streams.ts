import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type { Cloud, Identity, InvocationResult } from '../service.ts';
import type { DynamoDbBackend } from './dynamodb-service.ts';
import { DATABASE_REGION, STREAMS_API } from './dynamodb-service.ts';

export interface StreamRecord {
  eventID: string;
  eventName: string;
  eventSourceARN: string;
  awsRegion: string;
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime: number; [attribute: string]: unknown };
  [attribute: string]: unknown;
}

export interface StreamConsumer {
  functionArn: string;
  /** The execution role of the function. */
  role: Identity;
  batchSize: number;
  /** -1: until the records are too old. */
  maximumRetryAttempts: number;
  maximumRecordAgeMs: number;
  bisectBatchOnFunctionError: boolean;
  reportBatchItemFailures: boolean;
  onFailure: string | undefined;
  accepts: (record: StreamRecord) => boolean;
}

/** Records stay in a stream for 24 hours. */
export const STREAM_RETENTION_MS = 24 * 3_600_000;

/** Iterators of DynamoDB Local expire after 15 minutes of its own time. */
const ITERATOR_LIFE_MS = 10 * 60_000;

/** AWS does not publish its pause before a retry; it grows. */
const FIRST_RETRY_DELAY_MS = 1_000;
const LONGEST_RETRY_DELAY_MS = 60_000;

/** Most records in one read. */
const PAGE_SIZE = 1_000;

/** Event source mappings from the streams of tables: https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html */
export class DynamoDbStreams {
  readonly #cloud: Cloud;
  readonly #backend: DynamoDbBackend;
  readonly #readers: StreamReader[] = [];
  /** Function and table → sequence number of the last processed record. */
  readonly #kept: DurableMap<string>;
  readonly #positions: ReadonlyMap<string, string>;

  constructor(cloud: Cloud, backend: DynamoDbBackend) {
    this.#cloud = cloud;
    this.#backend = backend;
    this.#kept = durableMap(cloud.journal, 'dynamodb:consumers');
    this.#positions = this.#kept.restore();
  }

  attach(streamArn: string, consumer: StreamConsumer): void {
    const { functionArn } = consumer;
    // The stream of a template's table has a new ARN in each process, but continues the earlier one.
    const place = `${functionArn} ${streamArn.replace(/\/stream\/.*$/, '')}`;
    const cursor = new StreamCursor(this.#backend, streamArn, this.#positions.get(place));
    const onDone = (sequenceNumber: string) => this.#kept.put(place, sequenceNumber);
    this.#readers.push(new StreamReader(this.#cloud, cursor, { ...consumer, onDone }));
  }

  /** Signals that there may be new records. Their delivery is in flight from this call on. */
  wake(): void {
    for (const reader of this.#readers) reader.wake();
  }
}

/** A position in a stream: reads every record once, in order, shard after shard. */
class StreamCursor {
  readonly streamArn: string;
  readonly #backend: DynamoDbBackend;
  readonly #arnInDatabase: string;
  #shardId: string | undefined;
  #sequenceNumber: string | undefined;
  #iterator: string | undefined;
  #iteratorTakenAt = 0;

  /** Begins after the record with the sequence number `after`, or with the first. */
  constructor(backend: DynamoDbBackend, streamArn: string, after: string | undefined) {
    this.#backend = backend;
    this.streamArn = streamArn;
    this.#sequenceNumber = after;
    this.#arnInDatabase = streamArn.replace(/^(arn:aws:dynamodb:)[^:]*/, `$1${DATABASE_REGION}`);
  }

  get shardId(): string {
    return this.#shardId ?? '';
  }

  /** The next records; none if there are no more yet. */
  async read(): Promise<StreamRecord[]> {
    for (;;) {
      if (!this.#shardId && !(await this.#nextShard())) return [];
      const iterator = await this.#currentIterator();
      const { Records, NextShardIterator } = await this.#call<{ Records: StreamRecord[]; NextShardIterator?: string }>(
        'GetRecords',
        { ShardIterator: iterator, Limit: PAGE_SIZE },
      );
      this.#iterator = NextShardIterator;
      this.#iteratorTakenAt = performance.now();
      this.#sequenceNumber = Records.at(-1)?.dynamodb.SequenceNumber ?? this.#sequenceNumber;
      // A closed shard has no next iterator; later records are in the next shard.
      const moreShards = NextShardIterator === undefined && (await this.#nextShard());
      if (Records.length > 0 || !moreShards) return Records;
    }
  }

  async #nextShard(): Promise<boolean> {
    const { StreamDescription } = await this.#call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn: this.#arnInDatabase, ExclusiveStartShardId: this.#shardId },
    );
    const [shard] = StreamDescription.Shards;
    if (!shard) return false;
    if (this.#shardId !== undefined) this.#sequenceNumber = undefined;
    this.#shardId = shard.ShardId;
    this.#iterator = undefined;
    return true;
  }

  async #currentIterator(): Promise<string> {
    if (this.#iterator && performance.now() - this.#iteratorTakenAt < ITERATOR_LIFE_MS) return this.#iterator;
    const position = this.#sequenceNumber
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: this.#sequenceNumber }
      : { ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await this.#call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn: this.#arnInDatabase,
      ShardId: this.#shardId,
      ...position,
    });
    return ShardIterator;
  }

  #call<Output>(operation: string, input: Record<string, unknown>): Promise<Output> {
    return this.#backend.call<Output>(`${STREAMS_API}.${operation}`, input);
  }
}

interface Consumption extends StreamConsumer {
  /** Called with the last sequence number up to which all records are processed. */
  onDone: (sequenceNumber: string) => void;
}

/** Takes one function through a stream, batch after batch, so that the order of changes is kept. */
class StreamReader {
  readonly #cloud: Cloud;
  readonly #cursor: StreamCursor;
  readonly #consumer: Consumption;
  #wanted = false;
  #running = false;
  #endWork: (() => void) | undefined;

  constructor(cloud: Cloud, cursor: StreamCursor, consumer: Consumption) {
    this.#cloud = cloud;
    this.#cursor = cursor;
    this.#consumer = consumer;
  }

  wake(): void {
    this.#wanted = true;
    if (this.#running) return;
    this.#running = true;
    this.#endWork = this.#cloud.clock.begin();
    this.#readToEnd()
      .catch((error: Error) => this.#cloud.log(`local cloud: the stream could not be read: ${error.message}`))
      .finally(() => {
        this.#running = false;
        this.#endWork?.();
      });
  }

  async #readToEnd(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      for (let page = await this.#cursor.read(); page.length > 0; page = await this.#cursor.read()) {
        const records = page.map((record) => this.#stamp(record)).filter(this.#consumer.accepts);
        const { batchSize } = this.#consumer;
        for (let start = 0; start < records.length; start += batchSize) {
          await this.#process(records.slice(start, start + batchSize));
        }
        this.#consumer.onDone(page.at(-1)!.dynamodb.SequenceNumber);
      }
    }
  }

  /** DynamoDB Local stamps records with real time and its own region name. */
  #stamp(record: StreamRecord): StreamRecord {
    const ApproximateCreationDateTime = Math.floor(this.#cloud.clock.now() / 1000);
    return {
      ...record,
      awsRegion: this.#cloud.region,
      eventSourceARN: this.#cursor.streamArn,
      dynamodb: { ...record.dynamodb, ApproximateCreationDateTime },
    };
  }

  /** Retries a batch until each record succeeded or was given up. Later records wait. */
  async #process(batch: StreamRecord[]): Promise<void> {
    const { bisectBatchOnFunctionError } = this.#consumer;
    const pieces = [{ records: batch, attempt: 1 }];
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      const { records, attempt } = piece;
      const result = await this.#invoke(records);
      const firstFailed = this.#firstFailed(records, result);
      const left = records.slice(firstFailed);
      if (left.length === 0) continue;

      const middle = Math.ceil(left.length / 2);
      // "Splitting a batch does not count towards the retry quota." A partial failure is split where it happened.
      if (bisectBatchOnFunctionError && firstFailed === 0 && middle < left.length) {
        pieces.unshift({ records: left.slice(0, middle), attempt }, { records: left.slice(middle), attempt });
      } else if (this.#mayRetry(left, attempt)) {
        await this.#pause(Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1), LONGEST_RETRY_DELAY_MS));
        pieces.unshift({ records: left, attempt: attempt + 1 });
      } else {
        await this.#giveUp(left, attempt, result);
      }
    }
  }

  /** A batch that Lambda rejects, for example for its size, counts as failed. */
  #invoke(records: StreamRecord[]): Promise<InvocationResult> {
    return this.#cloud.invokeFunction(this.#consumer.functionArn, { Records: records }).catch((error: unknown) => {
      if (!(error instanceof AwsError)) throw error;
      return { payload: { errorType: error.code, errorMessage: error.message }, failed: true };
    });
  }

  /** Position of the first record that failed. */
  #firstFailed(records: StreamRecord[], { payload, failed }: InvocationResult): number {
    if (failed) return 0;
    if (!this.#consumer.reportBatchItemFailures) return records.length;
    const { batchItemFailures } = (payload ?? {}) as { batchItemFailures?: { itemIdentifier?: unknown }[] | null };
    const positions = (batchItemFailures ?? []).map(({ itemIdentifier }) =>
      records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
    );
    // An identifier that is not of this batch (-1) makes the whole batch a failure.
    return Math.max(0, Math.min(records.length, ...positions));
  }

  #mayRetry(records: StreamRecord[], attempt: number): boolean {
    const { maximumRetryAttempts, maximumRecordAgeMs } = this.#consumer;
    const age = this.#cloud.clock.now() - records[0]!.dynamodb.ApproximateCreationDateTime * 1000;
    return (maximumRetryAttempts === -1 || attempt <= maximumRetryAttempts) && age <= maximumRecordAgeMs;
  }

  /** Pauses on the clock. A pause is not work in flight, so an advance may skip it. */
  async #pause(delayMs: number): Promise<void> {
    const { clock } = this.#cloud;
    await new Promise<void>((resolve) => {
      clock.schedule(clock.now() + delayMs, () => {
        this.#endWork = clock.begin();
        resolve();
      });
      this.#endWork?.();
    });
  }

  /** The record of a failure destination: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
  async #giveUp(records: StreamRecord[], attempt: number, { payload }: InvocationResult): Promise<void> {
    const { functionArn, role, maximumRetryAttempts, onFailure } = this.#consumer;
    this.#cloud.log(`${functionArn}: ${records.length} stream records were given up`);
    if (!onFailure) return;
    const retriesExhausted = maximumRetryAttempts !== -1 && attempt > maximumRetryAttempts;
    const timeOf = (record: StreamRecord) => new Date(record.dynamodb.ApproximateCreationDateTime * 1000).toISOString();
    const [first, last] = [records[0]!, records.at(-1)!];
    const record = {
      requestContext: {
        requestId: randomUUID(),
        functionArn,
        condition: retriesExhausted ? 'RetryAttemptsExhausted' : 'RecordAgeExceeded',
        approximateInvokeCount: attempt,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: functionErrorOf(payload) },
      version: '1.0',
      timestamp: new Date(this.#cloud.clock.now()).toISOString(),
      DDBStreamBatchInfo: {
        shardId: this.#cursor.shardId,
        startSequenceNumber: first.dynamodb.SequenceNumber,
        endSequenceNumber: last.dynamodb.SequenceNumber,
        approximateArrivalOfFirstRecord: timeOf(first),
        approximateArrivalOfLastRecord: timeOf(last),
        batchSize: records.length,
        streamArn: this.#cursor.streamArn,
      },
    };
    await this.#cloud
      .deliver(onFailure, record, { as: role })
      .catch((error: Error) => this.#cloud.log(`${onFailure}: a failure record was not taken: ${error.message}`));
  }
}

function functionErrorOf(payload: unknown): string | null {
  return typeof payload === 'object' && payload !== null && 'errorType' in payload ? 'Unhandled' : null;
}
