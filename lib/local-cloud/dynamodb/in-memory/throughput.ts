import { AwsError } from '../../aws-error.ts';
import { TokenBucket } from '../../quotas.ts';
import type { Units } from './capacity.ts';
import type { WarmThroughput } from './requests.ts';

export type Access = 'read' | 'write';

/**
 * Units per second of one partition. A partition holds at least one partition key; a key with a monotonically
 * increasing sort key is never split
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html).
 */
const ofPartition = { read: 3_000, write: 1_000 };
/**
 * Units a second of a table on demand, and of each of its indexes, before traffic has made it grow
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html). It does not grow here.
 */
const ofNewTable = { read: 12_000, write: 4_000 };
const warmUnits = { read: 'ReadUnitsPerSecond', write: 'WriteUnitsPerSecond' } as const;

/** Beyond this number, full buckets are dropped; nearly all are full. */
const MOST_BUCKETS = 50_000;

interface NamedTable {
  name: string;
  arn: string;
  /** Warm throughput of the table (empty name) and its indexes, where it exceeds that of a new table. */
  warm: ReadonlyMap<string, WarmThroughput>;
}

/**
 * The throughput of tables and their partitions. Requests beyond it are rejected, as is a write whose index lacks
 * capacity.
 */
export class Throughput {
  readonly #share: number;
  readonly #clock: { now: () => number };
  readonly #buckets = new Map<string, TokenBucket>();

  /** @param share granted share, above 0 and at most 1 @param clock running clock: no tokens are added while time stands still */
  constructor(share: number, clock: { now: () => number }) {
    this.#share = share;
    this.#clock = clock;
  }

  /** @throws AwsError ThrottlingException; nothing is taken then */
  take(access: Access, table: NamedTable, taken: readonly Units[]): void {
    const refusal = this.refusalOf(access, table, taken);
    if (refusal) throw refusal;
    this.spend(access, table, taken);
  }

  /** A request is accepted while a unit is left, and may consume more units than are left. */
  refusalOf(access: Access, table: NamedTable, taken: readonly Units[]): AwsError | undefined {
    const refused = taken.find((one) => this.#bucketsOf(access, table, one).some((bucket) => bucket.isEmpty));
    if (!refused) return undefined;
    const { index } = refused;
    const where = `${index === undefined ? 'Table' : 'Index'}${access === 'read' ? 'Read' : 'Write'}`;
    const resource = index === undefined ? table.arn : `${table.arn}/index/${index}`;
    // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html
    return new AwsError('ThrottlingException', index === undefined ? OF_TABLE : OF_INDEX, 400, {
      throttlingReasons: [{ reason: `${where}KeyRangeThroughputExceeded`, resource }],
    });
  }

  spend(access: Access, table: NamedTable, taken: readonly Units[]): void {
    for (const one of taken) for (const bucket of this.#bucketsOf(access, table, one)) bucket.spend(one.units);
  }

  /** The bucket of the whole table or index, and that of the partition. */
  #bucketsOf(access: Access, { name, warm }: NamedTable, { index = '', partition }: Units): TokenBucket[] {
    const whole = `${access}\0${name}\0${index}`;
    const buckets = [this.#bucket(whole, warm.get(index)?.[warmUnits[access]] ?? ofNewTable[access])];
    if (partition !== undefined) buckets.push(this.#bucket(`${whole}\0${partition}`, ofPartition[access]));
    return buckets;
  }

  #bucket(key: string, unitsASecond: number): TokenBucket {
    const known = this.#buckets.get(key);
    if (known) return known;
    if (this.#buckets.size >= MOST_BUCKETS) this.#forgetFull();
    const perSecond = unitsASecond * this.#share;
    const bucket = new TokenBucket({ size: perSecond, perSecond }, () => this.#clock.now());
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #forgetFull(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(key);
  }
}

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html, "Throttling Error"
const OF_TABLE =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const OF_INDEX =
  'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.';
