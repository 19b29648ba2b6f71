import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { type IdKind, lowestId } from '../../../core/domain/ids.ts';
import type { Key } from './keys.ts';
import type { IndexName, Item } from './schema.ts';
import { readEach } from './stored.ts';
import type { Table } from './table.ts';

/** The requested part of a list. Sort keys are time-ordered ids, so dates and cursors are key ranges. */
export interface PageRequest {
  limit: number;
  /** Id of the last object of the previous page. */
  after?: string;
  /** Epoch milliseconds, inclusive. */
  createdAfter?: number;
  /** Epoch milliseconds, exclusive. */
  createdBefore?: number;
}

export interface Page<Row> {
  rows: Row[];
  /** Id to continue after, or null on the last page. */
  next: string | null;
}

/**
 * A partition of the table, or of an index with the same id as sort key. Index entries from other partitions than
 * `base` are skipped.
 */
export type Source = { partition: string } | { index: IndexName; partition: string; base: string };

/**
 * A page of objects, newest first. It reads one row more than requested, to know whether there are more.
 * @param kind kind of the ids in the sort key
 */
export async function queryPage<Row>(
  table: Table,
  source: Source,
  kind: IdKind,
  request: PageRequest,
  read: (item: Item) => Row,
): Promise<Page<Row>> {
  const range = rangeOf(kind, request);
  // The age limit may have moved past the cursor; DynamoDB accepts no start outside the range.
  if (range.from > (request.after ?? range.to)) return { rows: [], next: null };
  const items = await readRange(table, source, range, {
    limit: request.limit + 1,
    start: request.after === undefined ? undefined : startKey(source, request.after),
    behind: async (found) => {
      if (!('index' in source)) return found;
      const own = found.filter(({ PK }) => PK === source.base);
      return itemsBehind(table, source.index, own);
    },
  });
  const shown = items.slice(0, request.limit);
  const next = items.length > request.limit ? (shown.at(-1)![namesIn(source).sort] as string) : null;
  return { rows: readEach(table, shown, read), next };
}

/** A period, and the maximum number of results. */
export interface CreatedWithin extends Pick<PageRequest, 'limit' | 'createdAfter' | 'createdBefore'> {
  oldestFirst?: boolean;
}

/**
 * The sort keys, which begin with ids, in a partition of an index for a period, newest first by default, at most
 * `limit`. The index may lag behind the table.
 * @param kind of the ids
 */
export async function querySortKeys(
  table: Table,
  index: IndexName,
  partition: string,
  kind: IdKind,
  { limit, oldestFirst = false, ...period }: CreatedWithin,
): Promise<string[]> {
  const range = rangeOf(kind, period);
  if (range.from > range.to) return [];
  const source = { index, partition };
  const items = await readRange(table, source, range, {
    limit,
    ScanIndexForward: oldestFirst,
    ProjectionExpression: '#sort',
  });
  return items.map((item) => item[namesIn(source).sort] as string);
}

type Place = { partition: string; index?: IndexName };

/** The names of the key attributes. */
function namesIn({ index }: Place): { partition: string; sort: string } {
  const prefix = index ?? '';
  return { partition: `${prefix}PK`, sort: `${prefix}SK` };
}

interface Range {
  from: string;
  to: string;
}

/** The sort keys of a period. '~' sorts after every id; a bare time prefix sorts before the ids of its millisecond. */
export function rangeOf(
  kind: IdKind,
  { createdAfter = 0, createdBefore }: Pick<CreatedWithin, 'createdAfter' | 'createdBefore'>,
): Range {
  return {
    from: lowestId(kind, createdAfter),
    to: createdBefore === undefined ? '~' : lowestId(kind, createdBefore),
  };
}

interface RangeRequest extends Pick<QueryCommandInput, 'ProjectionExpression' | 'ScanIndexForward'> {
  limit: number;
  start?: Item | undefined;
  /** Maps the entries of one response to their items; default: the entries themselves. */
  behind?: (found: Item[]) => Promise<Item[]>;
}

/** Reads a range, newest first by default, up to `limit`: a page of large objects can exceed the 1 MB of one query. */
async function readRange(
  table: Table,
  place: Place,
  { from, to }: Range,
  { limit, start: first, behind, ...options }: RangeRequest,
): Promise<Item[]> {
  const { partition, sort } = namesIn(place);
  const items: Item[] = [];
  let start = first;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...(place.index && { IndexName: place.index }),
        KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
        ExpressionAttributeValues: { ':partition': place.partition, ':from': from, ':to': to },
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        Limit: limit - items.length,
        ...options,
      }),
    );
    items.push(...(behind ? await behind(Items) : Items));
    start = LastEvaluatedKey;
  } while (start && items.length < limit);
  return items;
}

/** Every item of a partition, as `walkAll` reads them. */
export async function queryAll(table: Table, partition: string, index?: IndexName): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of walkAll(table, partition, index)) items.push(...page);
  return items;
}

/** Every item of a partition in key order, a page at a time; strongly consistent, except that an index may lag. */
export async function* walkAll(table: Table, partition: string, index?: IndexName): AsyncGenerator<Item[]> {
  for await (const page of walkPages(table, partition, index))
    yield index ? await itemsBehind(table, index, page) : page;
}

/** Like `walkAll`, with eventually consistent items, at half the price. */
export async function* walkStale(table: Table, partition: string, index: IndexName): AsyncGenerator<Item[]> {
  for await (const page of walkPages(table, partition, index)) yield itemsBehind(table, index, page, { stale: true });
}

/** The keys in a partition of an index, which may lag behind the table. */
export async function queryKeys(table: Table, partition: string, index: IndexName): Promise<Item[]> {
  const keys: Item[] = [];
  for await (const page of walkPages(table, partition, index)) keys.push(...page);
  return keys;
}

async function* walkPages(table: Table, partition: string, index?: IndexName): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...(index ? { IndexName: index, Limit: KEYS_A_READ } : { ConsistentRead: true }),
        KeyConditionExpression: '#partition = :partition',
        ExpressionAttributeNames: { '#partition': `${index ?? ''}PK` },
        ExpressionAttributeValues: { ':partition': partition },
        ExclusiveStartKey: start,
      }),
    );
    yield Items;
    start = LastEvaluatedKey;
  } while (start);
}

/**
 * Maximum keys of BatchGetItem (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html).
 */
export const KEYS_A_READ = 100;

/**
 * The items of index entries, in the order of the index. Indexes project only keys, because a changed attribute is
 * written again in each index that projects it. Items that have since moved in the index or been deleted are skipped.
 */
export async function itemsBehind(
  table: Table,
  index: IndexName,
  entries: readonly Item[],
  { stale = false } = {},
): Promise<Item[]> {
  const items = new Map<string, Item>();
  for (let at = 0; at < entries.length; at += KEYS_A_READ) {
    const keys = entries.slice(at, at + KEYS_A_READ).map(({ PK, SK }) => ({ PK, SK }) as Key);
    for (const item of await readItems(table, keys, { stale })) items.set(placeOf(item), item);
  }
  return entries.flatMap((entry) => {
    const item = items.get(placeOf(entry));
    const stands = [`${index}PK`, `${index}SK`].every((name) => item?.[name] === entry[name]);
    return item && stands ? [item] : [];
  });
}

const placeOf = ({ PK, SK }: Item) => `${PK as string} ${SK as string}`;

/** The existing items of at most a hundred keys, in no particular order; strongly consistent unless `stale`. */
export async function readItems(table: Table, keys: readonly Key[], { stale = false } = {}): Promise<Item[]> {
  const found: Item[] = [];
  // A response has at most 16 MB and may omit items.
  for (let open: Item[] | undefined = keys.map((key) => ({ ...key })); open && open.length > 0;) {
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: open, ConsistentRead: !stale } } }),
    );
    found.push(...(Responses?.[table.name] ?? []));
    open = UnprocessedKeys?.[table.name]?.Keys;
  }
  return found;
}

/** The wanted items of a shard of the work index. */
interface WorkRange {
  /** Sort keys up to this one. */
  upTo?: string;
  /** Sort keys after this one; not together with `upTo`. */
  after?: string;
  newestFirst?: boolean;
}

/**
 * Values of one shard of the work index (`GSI3`), oldest first by default, at most `limit`. Items that cannot be read do
 * not hide those behind them, however many there are.
 * @param holds whether an item is wanted
 */
export async function readWork<T>(
  table: Table,
  partition: string,
  limit: number,
  read: (item: Item) => T,
  { holds = () => true, ...range }: WorkRange & { holds?: (item: Item) => boolean } = {},
): Promise<T[]> {
  const values: T[] = [];
  for (let start: Item | undefined; ;) {
    const { Items = [], LastEvaluatedKey } = await queryWorkRange(
      table,
      partition,
      { Limit: limit, ExclusiveStartKey: start },
      range,
    );
    const items = (await itemsBehind(table, 'GSI3', Items)).filter(holds);
    const found = readEach(table, items, read);
    values.push(...found);
    start = LastEvaluatedKey;
    const wereAllRead = found.length === items.length;
    if (!start || wereAllRead || values.length >= limit) return values.slice(0, limit);
  }
}

/** The keys of the oldest items of one shard of the work index, at most `limit`. */
export async function queryWorkKeys(
  table: Table,
  partition: string,
  limit: number,
  range: WorkRange = {},
): Promise<Item[]> {
  const { Items = [] } = await queryWorkRange(table, partition, { Limit: limit }, range);
  return Items;
}

/** Every item of one shard of the work index, oldest first, page by page; may miss items written in the meantime. */
export async function* walkWork(table: Table, partition: string, pageSize: number): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await queryWorkRange(table, partition, {
      Limit: pageSize,
      ExclusiveStartKey: start,
    });
    if (Items.length > 0) yield itemsBehind(table, 'GSI3', Items);
    start = LastEvaluatedKey;
  } while (start);
}

/** Number of items in one shard of the work index. */
export async function countWork(table: Table, partition: string): Promise<number> {
  let count = 0;
  let start: Item | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await queryWorkRange(table, partition, {
      Select: 'COUNT',
      ExclusiveStartKey: start,
    });
    count += Count;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

function queryWorkRange(
  table: Table,
  partition: string,
  page: Pick<QueryCommandInput, 'Limit' | 'Select' | 'ExclusiveStartKey'>,
  { upTo, after, newestFirst = false }: WorkRange = {},
): Promise<QueryCommandOutput> {
  const bound = after ?? upTo;
  const condition = bound === undefined ? '' : ` AND GSI3SK ${after === undefined ? '<=' : '>'} :bound`;
  return table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'GSI3',
      KeyConditionExpression: `GSI3PK = :partition${condition}`,
      ExpressionAttributeValues: { ':partition': partition, ...(bound !== undefined && { ':bound': bound }) },
      ScanIndexForward: !newestFirst,
      ...page,
    }),
  );
}

function startKey(source: Source, id: string): Item {
  if (!('index' in source)) return { PK: source.partition, SK: id };
  return { [`${source.index}PK`]: source.partition, [`${source.index}SK`]: id, PK: source.base, SK: id };
}
