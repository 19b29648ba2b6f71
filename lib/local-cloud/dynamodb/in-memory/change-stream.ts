import { AwsError } from '../../aws-error.ts';
import type { DurableMap } from '../../journal.ts';
import type { Item } from './attribute-value.ts';

export type StreamViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';

/** Records stay for 24 hours: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
const RETENTION_MS = 24 * 3_600_000;
const MOST_RECORDS_PER_READ = 1_000;

interface Change {
  keys: Item;
  before: Item | undefined;
  after: Item | undefined;
  bytes: number;
  /** Set when time-to-live removed the item. */
  byService?: boolean;
}

/** A change, from which the record is built on reading: a day of changes stays in memory, and most are read once. */
export interface StoredChange extends Pick<Change, 'keys' | 'bytes' | 'byService'> {
  at: number;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** The images that the stream's view type includes. */
  images: { NewImage?: Item; OldImage?: Item };
}

/** The changes of a table in one shard that never closes. An iterator is a position in it. */
export class ChangeStream {
  readonly arn: string;
  readonly label: string;
  readonly viewType: StreamViewType;
  /** Epoch milliseconds. */
  readonly enabledAt: number;
  readonly #tableName: string;
  readonly #region: string | undefined;
  readonly #keySchema: unknown;
  readonly #now: () => number;
  /** By position. The newest is never removed, so that positions continue from it. */
  readonly #kept: DurableMap<StoredChange>;
  readonly #shardId: string;
  #changes: StoredChange[] = [];
  /** Number of removed changes. */
  #trimmed = 0;

  constructor(
    table: { name: string; arn: string; keySchema: unknown },
    viewType: StreamViewType,
    { now, kept, enabledAt = now() }: { now: () => number; kept: DurableMap<StoredChange>; enabledAt?: number },
  ) {
    this.enabledAt = enabledAt;
    this.label = new Date(enabledAt).toISOString().replace('Z', '');
    this.arn = `${table.arn}/stream/${this.label}`;
    this.viewType = viewType;
    this.#tableName = table.name;
    this.#region = table.arn.split(':')[3];
    this.#keySchema = table.keySchema;
    this.#now = now;
    this.#shardId = `shardId-${String(enabledAt).padStart(20, '0')}-00000001`;
    this.#kept = kept;
    const left = [...kept.restore()].map(([position, change]) => [Number(position), change] as const);
    this.#trimmed = left[0]?.[0] ?? 0;
    this.#changes = left.map(([, change]) => change);
  }

  append({ keys, before, after, bytes, byService }: Change): void {
    const at = this.#now();
    this.#trim(at);
    const position = this.#trimmed + this.#changes.length;
    const showsOld = this.viewType === 'OLD_IMAGE' || this.viewType === 'NEW_AND_OLD_IMAGES';
    const showsNew = this.viewType === 'NEW_IMAGE' || this.viewType === 'NEW_AND_OLD_IMAGES';
    const eventName = before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY';
    const images = { ...(showsNew && after && { NewImage: after }), ...(showsOld && before && { OldImage: before }) };
    const change = { at, keys, eventName, images, bytes, ...(byService && { byService }) } as const;
    this.#changes.push(change);
    this.#kept.put(String(position), change);
  }

  describe(exclusiveStartShardId: string | undefined): object {
    const shard = { ShardId: this.#shardId, SequenceNumberRange: { StartingSequenceNumber: sequenceNumber(0) } };
    return {
      StreamDescription: {
        StreamArn: this.arn,
        StreamLabel: this.label,
        StreamStatus: 'ENABLED',
        StreamViewType: this.viewType,
        TableName: this.#tableName,
        KeySchema: this.#keySchema,
        Shards: exclusiveStartShardId === undefined ? [shard] : [],
      },
    };
  }

  /** @throws AwsError ValidationException for another type of iterator. */
  iterator(shardId: string, type: string, sequence: string | undefined): object {
    if (shardId !== this.#shardId) {
      throw new AwsError('ResourceNotFoundException', `Requested resource not found: Shard: ${shardId} not found`);
    }
    const end = this.#trimmed + this.#changes.length;
    const named = sequence === undefined ? 0 : Number(BigInt(sequence) - FIRST_SEQUENCE_NUMBER);
    const positions: Readonly<Record<string, number>> = {
      TRIM_HORIZON: this.#trimmed,
      LATEST: end,
      AT_SEQUENCE_NUMBER: named,
      AFTER_SEQUENCE_NUMBER: named + 1,
    };
    const position = positions[type];
    if (position === undefined) throw new AwsError('ValidationException', `Invalid ShardIteratorType ${type}`);
    return { ShardIterator: `${this.arn}|${position}` };
  }

  read(position: number, limit = MOST_RECORDS_PER_READ): object {
    const first = Math.max(position, this.#trimmed);
    const start = first - this.#trimmed;
    const changes = this.#changes.slice(start, start + Math.min(limit, MOST_RECORDS_PER_READ));
    return {
      Records: changes.map((change, index) => this.#recordOf(change, first + index)),
      NextShardIterator: `${this.arn}|${first + changes.length}`,
    };
  }

  #recordOf({ at, keys, eventName, images, bytes, byService }: StoredChange, position: number): object {
    return {
      eventID: position.toString(16).padStart(32, '0'),
      eventName,
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: this.#region,
      ...(byService && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(at / 1000),
        Keys: keys,
        ...images,
        SequenceNumber: sequenceNumber(position),
        SizeBytes: bytes,
        StreamViewType: this.viewType,
      },
    };
  }

  #trim(now: number): void {
    const kept = this.#changes.findIndex(({ at }) => at > now - RETENTION_MS);
    const gone = kept === -1 ? this.#changes.length : kept;
    if (gone === 0) return;
    const newest = this.#trimmed + this.#changes.length - 1;
    // Starts one earlier: an earlier trim kept that change if it was the newest.
    for (let position = this.#trimmed - 1; position < Math.min(this.#trimmed + gone, newest); position++)
      this.#kept.delete(String(position));
    this.#trimmed += gone;
    this.#changes = this.#changes.slice(gone);
  }
}

const FIRST_SEQUENCE_NUMBER = 100_000_000_000_000_000_001n;

function sequenceNumber(position: number): string {
  return String(FIRST_SEQUENCE_NUMBER + BigInt(position));
}
