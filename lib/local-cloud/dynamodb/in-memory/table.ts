import { createHash } from 'node:crypto';
import type { DurableMap } from '../../journal.ts';
import {
  type AttributeValue,
  isEqual,
  isEqualItem,
  type Item,
  readItem,
  sizeOfItem,
  typeOf,
  validationError,
} from './attribute-value.ts';
import { readUnits, type Units, writeUnits } from './capacity.ts';
import type { ChangeStream } from './change-stream.ts';
import type { ItemHistory } from './item-history.ts';
import { type Entry, Partition } from './partition.ts';
import type { WarmThroughput } from './requests.ts';

/** Where a restored table comes from. */
export interface Origin {
  sourceArn: string;
  /** Epoch milliseconds. */
  restoredTo: number;
}

export interface KeySchema {
  readonly partition: string;
  readonly sort: string | undefined;
}

export interface IndexSchema extends KeySchema {
  readonly name: string;
  /** Projected attributes besides the keys; undefined: all. */
  readonly projected: readonly string[] | undefined;
  readonly isLocal: boolean;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const LARGEST_ITEM_BYTES = 400 * 1024;
const LONGEST_PARTITION_KEY_BYTES = 2048;
const LONGEST_SORT_KEY_BYTES = 1024;

/** Partitions of a table or of one of its indexes, by encoded partition key. */
class KeyedItems {
  readonly schema: KeySchema;
  readonly #partitions = new Map<string, Partition>();
  /** Partitions in the order of a scan; rebuilt when they change. */
  #scanOrder: readonly (readonly [string, Partition])[] | undefined;

  constructor(schema: KeySchema) {
    this.schema = schema;
  }

  partition(key: AttributeValue): Partition | undefined {
    return this.#partitions.get(encode(key));
  }

  put(id: string, item: Item): void {
    const key = encode(item[this.schema.partition]!);
    let partition = this.#partitions.get(key);
    if (!partition) {
      this.#partitions.set(key, (partition = new Partition()));
      this.#scanOrder = undefined;
    }
    partition.put({ id, sort: this.schema.sort === undefined ? undefined : item[this.schema.sort], item });
  }

  remove(id: string, item: Item): void {
    const key = encode(item[this.schema.partition]!);
    const partition = this.#partitions.get(key)!;
    partition.remove({ id, sort: this.schema.sort === undefined ? undefined : item[this.schema.sort] });
    if (!partition.isEmpty) return;
    this.#partitions.delete(key);
    this.#scanOrder = undefined;
  }

  /** Every entry after `start`; partitions are in the order of a hash of their key, as on AWS. */
  *scan(start: { key: Item; id: string } | undefined): Generator<Entry> {
    this.#scanOrder ??= [...this.#partitions]
      .map(([key, partition]) => [hash(key), partition] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const from = start && hash(encode(start.key[this.schema.partition]!));
    for (const [place, partition] of this.#scanOrder) {
      if (from !== undefined && place < from) continue;
      const sort = this.schema.sort;
      const position = start && { id: start.id, sort: sort === undefined ? undefined : start.key[sort] };
      yield* partition.scan(() => 0, true, place === from ? position : undefined);
    }
  }

  has(item: Item | undefined): item is Item {
    const { partition, sort } = this.schema;
    return item?.[partition] !== undefined && (sort === undefined || item[sort] !== undefined);
  }
}

/** The items of one table with its indexes and its stream. Items are never changed, only replaced. */
export class Table {
  readonly name: string;
  readonly arn: string;
  readonly key: KeySchema;
  readonly keyTypes: Readonly<Record<string, string>>;
  readonly indexes: readonly IndexSchema[];
  /** The input of CreateTable. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  /** By index name; the empty name is the table itself. */
  readonly warm: ReadonlyMap<string, WarmThroughput>;
  stream: ChangeStream | undefined;
  timeToLiveAttribute: string | undefined;
  /** Whether point-in-time recovery is enabled. */
  isRecoverable = false;
  /** Defined while it is enabled, in a cloud that keeps histories. */
  history: ItemHistory | undefined;
  /** Whether the table has deletion protection. */
  isProtected = false;
  /** Only for a restored table. */
  origin: Origin | undefined;
  readonly #items = new Map<string, Item>();
  readonly #kept: DurableMap<Item>;
  readonly #main: KeyedItems;
  readonly #byIndex = new Map<string, KeyedItems>();

  /** Starts with the items in `kept`. */
  constructor(
    parts: Pick<Table, 'name' | 'arn' | 'key' | 'keyTypes' | 'indexes' | 'definition' | 'createdAt' | 'warm'> & {
      kept: DurableMap<Item>;
    },
  ) {
    ({
      name: this.name,
      arn: this.arn,
      key: this.key,
      keyTypes: this.keyTypes,
      indexes: this.indexes,
      definition: this.definition,
      createdAt: this.createdAt,
      warm: this.warm,
    } = parts);
    this.#main = new KeyedItems(this.key);
    for (const index of this.indexes) this.#byIndex.set(index.name, new KeyedItems(index));
    this.#kept = parts.kept;
    for (const [id, item] of this.#kept.restore()) this.#place(id, undefined, item);
  }

  get count(): number {
    return this.#items.size;
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  /** Fills a new table; writes no stream record. */
  fill(items: ReadonlyMap<string, Item>): void {
    for (const [id, item] of items) {
      this.#place(id, undefined, item);
      this.#kept.put(id, item);
    }
  }

  /** The items themselves, or those that an index holds. */
  view(indexName: string | undefined): KeyedItems {
    return indexName === undefined ? this.#main : this.#byIndex.get(indexName)!;
  }

  index(name: string): IndexSchema {
    const index = this.indexes.find((candidate) => candidate.name === name);
    if (!index) throw validationError(`The table does not have the specified index: ${name}`);
    return index;
  }

  /** The projected attributes of an item. */
  projected(item: Item, index: IndexSchema | undefined): Item {
    if (!index?.projected) return item;
    const kept = new Set([...this.#keyNames(), ...keyNames(index), ...index.projected]);
    return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
  }

  keyOf(item: Item, index?: IndexSchema): Item {
    const names = new Set([...(index ? keyNames(index) : []), ...this.#keyNames()]);
    return Object.fromEntries([...names].map((name) => [name, item[name]!]));
  }

  /**
   * The encoded key of a request that names an item by its key alone.
   * @throws AwsError ValidationException when it is not exactly the key.
   */
  readKey(key: unknown): { key: Item; id: string } {
    const read = readItem(key);
    const names = this.#keyNames();
    const fits =
      Object.keys(read).length === names.length &&
      names.every((name) => read[name] !== undefined && typeOf(read[name]) === this.keyTypes[name]);
    if (!fits) throw validationError('The provided key element does not match the schema');
    this.#checkKeyValues(read);
    return { key: read, id: this.id(read) };
  }

  id(item: Item): string {
    const { partition, sort } = this.key;
    const first = encode(item[partition]!);
    return sort === undefined ? first : `${first}\0${encode(item[sort]!)}`;
  }

  /** @throws AwsError ValidationException when the item is not one of this table. */
  checkItem(item: Item, tooLarge: string): void {
    for (const name of this.#keyNames()) {
      const value = item[name];
      if (value === undefined) {
        throw validationError(`One or more parameter values were invalid: Missing the key ${name} in the item`);
      }
      if (typeOf(value) !== this.keyTypes[name]) {
        throw validationError(
          `One or more parameter values were invalid: Type mismatch for key ${name} expected: ${this.keyTypes[name]} actual: ${typeOf(value)}`,
        );
      }
    }
    this.#checkKeyValues(item);
    for (const index of this.indexes) {
      for (const name of keyNames(index)) {
        const value = item[name];
        if (value === undefined) continue;
        if (typeOf(value) !== this.keyTypes[name]) {
          throw validationError(
            `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${this.keyTypes[name]} Actual: ${typeOf(value)} IndexName: ${index.name}`,
          );
        }
        if (value.S === '' || value.B === '') {
          throw validationError(
            `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index.name}, IndexKey: ${name}`,
          );
        }
      }
    }
    if (sizeOfItem(item) > LARGEST_ITEM_BYTES) throw validationError(tooLarge);
  }

  /** Removes everything that is kept beyond the process. */
  forget(): void {
    for (const id of this.#items.keys()) this.#kept.delete(id);
  }

  /** Replaces the item of a key; undefined removes it. A write without a change adds no stream record. */
  replace(id: string, after: Item | undefined, byService = false): void {
    const before = this.#items.get(id);
    if (before === undefined && after === undefined) return;
    if (before && after && isEqualItem(before, after)) return;
    this.history?.record(id, before);
    this.#place(id, before, after);
    if (after) this.#kept.put(id, after);
    else this.#kept.delete(id);
    this.stream?.append({
      keys: this.keyOf(after ?? before!),
      before,
      after,
      bytes: sizeOfItem(after ?? before!),
      byService,
    });
  }

  #place(id: string, before: Item | undefined, after: Item | undefined): void {
    if (after) this.#items.set(id, after);
    else this.#items.delete(id);
    if (after) this.#main.put(id, after);
    else this.#main.remove(id, before!);
    for (const index of this.#byIndex.values()) {
      if (index.has(before)) index.remove(id, before);
      if (index.has(after)) index.put(id, after);
    }
  }

  /** Removes expired items, as DynamoDB does within days. */
  removeExpired(epochSeconds: number): boolean {
    const attribute = this.timeToLiveAttribute;
    if (attribute === undefined) return false;
    const expired = [...this.#items].filter(([, item]) => Number(item[attribute]?.N ?? Infinity) <= epochSeconds);
    for (const [id] of expired) this.replace(id, undefined, true);
    return expired.length > 0;
  }

  /**
   * Units that replacing the item of a key consumes, those of the table first.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
   */
  unitsOf(id: string, after: Item | undefined): Units[] {
    const before = this.#items.get(id);
    const own = Math.max(before ? sizeOfItem(before) : 0, after ? sizeOfItem(after) : 0);
    const taken: Units[] = [{ index: undefined, partition: partitionOf(id), units: writeUnits(own) }];
    for (const index of this.indexes) {
      const view = this.#byIndex.get(index.name)!;
      const old = view.has(before) ? this.projected(before, index) : undefined;
      const now = view.has(after) ? this.projected(after, index) : undefined;
      const take = (item: Item, units: number) =>
        taken.push({ index: index.name, partition: encode(item[index.partition]!), units });
      const isMoved = old && now && keyNames(index).some((name) => !isEqual(old[name], now[name]));
      if (old && now && !isMoved) {
        if (!isEqualItem(old, now)) take(now, Math.max(writeUnits(sizeOfItem(old)), writeUnits(sizeOfItem(now))));
        continue;
      }
      if (old) take(old, writeUnits(sizeOfItem(old)));
      if (now) take(now, writeUnits(sizeOfItem(now)));
    }
    return taken;
  }

  /** Units of a write that only checks an item, or whose condition failed. */
  checkUnits(id: string): Units[] {
    const item = this.#items.get(id);
    return [{ index: undefined, partition: partitionOf(id), units: writeUnits(item ? sizeOfItem(item) : 0) }];
  }

  /** Units of reading an item. */
  readUnits(id: string, perUnit: 0.5 | 1 | 2): Units[] {
    const item = this.#items.get(id);
    return [{ index: undefined, partition: partitionOf(id), units: readUnits(item ? sizeOfItem(item) : 0, perUnit) }];
  }

  #keyNames(): string[] {
    return keyNames(this.key);
  }

  #checkKeyValues(item: Item): void {
    const longest = {
      [this.key.partition]: LONGEST_PARTITION_KEY_BYTES,
      [this.key.sort ?? '']: LONGEST_SORT_KEY_BYTES,
    };
    for (const name of this.#keyNames()) {
      const value = item[name]!;
      if (value.S === '' || value.B === '') {
        throw validationError(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${value.S === '' ? 'string' : 'binary'} value. Key: ${name}`,
        );
      }
      const bytes = value.S !== undefined ? Buffer.byteLength(value.S) : Buffer.byteLength(value.B ?? '', 'base64');
      if (bytes <= longest[name]!) continue;
      const which = name === this.key.partition ? 'hashkey' : 'rangekey';
      throw validationError(
        `One or more parameter values were invalid: Size of ${which} has exceeded the maximum size limit of${longest[name]} bytes`,
      );
    }
  }
}

export type { KeyedItems };

export function keyNames({ partition, sort }: KeySchema): string[] {
  return sort === undefined ? [partition] : [partition, sort];
}

/** The encoded partition key at the beginning of an encoded key. */
function partitionOf(id: string): string {
  return id.split('\0', 1)[0]!;
}

export function encode({ S, N, B }: AttributeValue): string {
  return S !== undefined ? `S${S}` : N !== undefined ? `N${N}` : `B${B}`;
}

function hash(key: string): string {
  return createHash('md5').update(key).digest('hex');
}
