import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { IdKind } from '../../../core/domain/ids.ts';
import { KEYS_A_READ, type Page, type PageRequest, rangeOf, readItems } from './queries.ts';
import type { IndexName, Item } from './schema.ts';
import { readEach } from './stored.ts';
import type { Table } from './table.ts';

/** Entries that lead to objects of one partition, with the objects' ids as sort keys; not all objects are wanted. */
export interface Entries<Row> {
  partition: string;
  /** Absent for entries that are items of the table themselves. */
  index?: IndexName;
  /** Partition of the objects. */
  base: string;
  /** Whether an entry may lead to a wanted object; its object is read only then. */
  fits?: (entry: Item) => boolean;
  /** Whether an object is wanted. An entry may be older than its object. */
  holds: (object: Row) => boolean;
}

/** Entries of the first query: enough for most pages. Later queries read up to the 1 MB of one response. */
const FIRST_ENTRIES = 200;
/** Then the page ends, however few objects it has: 10,000 entries of 200 bytes are three queries and 246 read units. */
const MOST_ENTRIES = 10_000;
/** The same for objects, each of which is one read unit and more. */
const MOST_OBJECTS = 100;
const FEWEST_OBJECTS_A_READ = 25;

/**
 * A page of the wanted objects, newest first. Few of the entries may lead to one, so what a page reads is bounded: a page
 * can be shorter than its limit, even empty, and still have a next one (rule LIST-2).
 */
export async function filteredPage<Row extends { id: string }>(
  table: Table,
  source: Entries<Row>,
  kind: IdKind,
  request: PageRequest,
  read: (item: Item) => Row,
): Promise<Page<Row>> {
  const range = rangeOf(kind, request);
  if (range.from > (request.after ?? range.to)) return { rows: [], next: null };
  const page = { rows: [] as Row[], seen: 0 };
  let start = request.after === undefined ? undefined : startAfter(source, request.after);
  for (let entries = 0; ;) {
    const first = entries === 0 && { Limit: FIRST_ENTRIES };
    const { Items = [], LastEvaluatedKey } = await queryEntries(table, source, range, {
      ...first,
      ExclusiveStartKey: start,
    });
    const stopped = await readWanted(table, { source, read, limit: request.limit }, Items, page);
    entries += Items.length;
    const rows = page.rows.slice(0, request.limit);
    if (stopped !== undefined) return { rows, next: stopped };
    if (!LastEvaluatedKey) return { rows, next: null };
    if (entries >= MOST_ENTRIES) return { rows, next: idOf(Items.at(-1)!) };
    start = LastEvaluatedKey;
  }
}

const idOf = ({ SK }: Item) => SK as string;

interface Wanted<Row> {
  source: Entries<Row>;
  read: (item: Item) => Row;
  limit: number;
}

/**
 * Adds the wanted objects of some entries to the page.
 * @returns the id to continue after, if the page is full or has read enough
 */
async function readWanted<Row extends { id: string }>(
  table: Table,
  { source: { base, fits = () => true, holds }, read, limit }: Wanted<Row>,
  entries: readonly Item[],
  page: { rows: Row[]; seen: number },
): Promise<string | undefined> {
  const fitting = entries.filter(fits);
  for (let at = 0; at < fitting.length;) {
    const wanted = Math.max(limit + 1 - page.rows.length, FEWEST_OBJECTS_A_READ);
    const some = fitting.slice(at, at + Math.min(wanted, KEYS_A_READ));
    const keys = some.map((entry) => ({ PK: base, SK: idOf(entry) }));
    const found = new Map(readEach(table, await readItems(table, keys), read).map((row) => [row.id, row]));
    for (const entry of some) {
      const row = found.get(idOf(entry));
      if (row && holds(row)) page.rows.push(row);
    }
    if (page.rows.length > limit) return page.rows[limit - 1]!.id;
    at += some.length;
    page.seen += some.length;
    if (page.seen >= MOST_OBJECTS && at < fitting.length) return idOf(some.at(-1)!);
  }
  return undefined;
}

function queryEntries(
  table: Table,
  { index, partition }: Entries<never>,
  { from, to }: ReturnType<typeof rangeOf>,
  page: Pick<QueryCommandInput, 'Limit' | 'ExclusiveStartKey'>,
): Promise<QueryCommandOutput> {
  const prefix = index ?? '';
  return table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...(index && { IndexName: index }),
      KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#partition': `${prefix}PK`, '#sort': `${prefix}SK` },
      ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
      ScanIndexForward: false,
      ...page,
    }),
  );
}

function startAfter({ index, partition, base }: Entries<never>, id: string): Item {
  return index ? { [`${index}PK`]: partition, [`${index}SK`]: id, PK: base, SK: id } : { PK: partition, SK: id };
}
