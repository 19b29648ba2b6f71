import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { type IdKind, lowestId } from '../../core/domain/ids.ts';
import type { Table } from './table.ts';

/** A stored item as read; whoever wrote it knows its attributes. */
export type Item = Record<string, unknown>;

/** What of a list is wanted. Sort keys are time-ordered ids, so dates and cursors are key ranges. */
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

/** A partition of the table, or of an index over it whose sort key is the same id. */
export type Source = { partition: string } | { index: 'GSI1' | 'GSI2' | 'GSI4'; partition: string; base: string };

/**
 * A page of objects, newest first. One row more than asked is read to know whether there are more.
 * @param kind the sort key's kind of id
 */
export async function queryPage<Row>(
  table: Table,
  source: Source,
  kind: IdKind,
  request: PageRequest,
  read: (item: Item) => Row,
): Promise<Page<Row>> {
  const [partitionName, sortName] =
    'index' in source ? ([`${source.index}PK`, `${source.index}SK`] as const) : (['PK', 'SK'] as const);
  // '~' sorts after every character of an id. A bare time prefix sorts before the ids of its own millisecond.
  const from = lowestId(kind, request.createdAfter ?? 0);
  const to = request.createdBefore === undefined ? '~' : lowestId(kind, request.createdBefore);
  // Where the list goes on may lie before a bound that has moved since: DynamoDB takes no start outside of the range.
  if (from > (request.after ?? to)) return { rows: [], next: null };
  const items: Item[] = [];
  // A query answers at most 1 MB, which a page of large objects passes.
  let start = request.after === undefined ? undefined : startKey(source, request.after);
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...('index' in source && { IndexName: source.index }),
        KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#partition': partitionName, '#sort': sortName },
        ExpressionAttributeValues: { ':partition': source.partition, ':from': from, ':to': to },
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        Limit: request.limit + 1 - items.length,
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start && items.length <= request.limit);
  const shown = items.slice(0, request.limit);
  const next = items.length > request.limit ? (shown.at(-1)![sortName] as string) : null;
  return { rows: shown.map(read), next };
}

/** Every item of a partition, as `walkAll` reads them. */
export async function queryAll(table: Table, partition: string, index?: 'GSI1' | 'GSI2'): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of walkAll(table, partition, index)) items.push(...page);
  return items;
}

/** Every item of a partition in key order, a page at a time: strongly consistent, or of an index as far as it has come. */
export async function* walkAll(table: Table, partition: string, index?: 'GSI1' | 'GSI2'): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...(index ? { IndexName: index } : { ConsistentRead: true }),
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

/** Which items of a shard of the work index are wanted. */
interface WorkRange {
  /** Sort keys up to this one. */
  upTo?: string;
  newestFirst?: boolean;
}

/** Items of the work index (`GSI3`) of one shard, oldest first unless told otherwise, at most `limit`. */
export async function queryWork(
  table: Table,
  partition: string,
  limit: number,
  range: WorkRange = {},
): Promise<Item[]> {
  const { Items = [] } = await askWork(table, partition, { Limit: limit }, range);
  return Items;
}

/** Every item of one shard of the work index, oldest first, page by page; what is written meanwhile may be left out. */
export async function* walkWork(table: Table, partition: string, pageSize: number): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await askWork(table, partition, {
      Limit: pageSize,
      ExclusiveStartKey: start,
    });
    if (Items.length > 0) yield Items;
    start = LastEvaluatedKey;
  } while (start);
}

/** How many items one shard of the work index has. */
export async function countWork(table: Table, partition: string): Promise<number> {
  let count = 0;
  let start: Item | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await askWork(table, partition, {
      Select: 'COUNT',
      ExclusiveStartKey: start,
    });
    count += Count;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

function askWork(
  table: Table,
  partition: string,
  page: Pick<QueryCommandInput, 'Limit' | 'Select' | 'ExclusiveStartKey'>,
  { upTo, newestFirst = false }: WorkRange = {},
): Promise<QueryCommandOutput> {
  return table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'GSI3',
      KeyConditionExpression: upTo === undefined ? 'GSI3PK = :partition' : 'GSI3PK = :partition AND GSI3SK <= :upTo',
      ExpressionAttributeValues: { ':partition': partition, ...(upTo !== undefined && { ':upTo': upTo }) },
      ScanIndexForward: !newestFirst,
      ...page,
    }),
  );
}

function startKey(source: Source, id: string): Item {
  if (!('index' in source)) return { PK: source.partition, SK: id };
  return { [`${source.index}PK`]: source.partition, [`${source.index}SK`]: id, PK: source.base, SK: id };
}
