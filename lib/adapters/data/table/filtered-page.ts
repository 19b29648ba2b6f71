import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { IdKind } from '../../../core/domain/ids.ts';
import { KEYS_A_READ, type Page, type PageRequest, rangeOf, readItems } from './queries.ts';
import type { IndexName, Item } from './schema.ts';
import { readEach } from './stored.ts';
import type { Table } from './table.ts';

/** Entries that lead to objects of one partition, with the objects' ids as sort keys; not all objects are wanted. */
export interface Entries {
  partition: string;
  /** Absent for entries that are items of the table themselves. */
  index?: IndexName;
  /** Partition of the objects. */
  base: string;
  /** Whether an entry may lead to a wanted object; its object is read only then. */
  fits?: (entry: Item) => boolean;
  /** Whether an object is wanted. An entry may be older than its object. */
  holds: (object: Item) => boolean;
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
export async function filteredPage<Row>(
  table: Table,
  source: Entries,
  kind: IdKind,
  request: PageRequest,
  read: (item: Item) => Row,
): Promise<Page<Row>> {
  const range = rangeOf(kind, request);
  if (range.from > (request.after ?? range.to)) return { rows: [], next: null };
  const page = { items: [] as Item[], seen: 0 };
  let start = request.after === undefined ? undefined : startAfter(source, request.after);
  for (let entries = 0; ;) {
    const first = entries === 0 && { Limit: FIRST_ENTRIES };
    const { Items = [], LastEvaluatedKey } = await queryEntries(table, source, range, {
      ...first,
      ExclusiveStartKey: start,
    });
    const stopped = await readWanted(table, source, Items, request.limit, page);
    entries += Items.length;
    const rows = () => readEach(table, page.items.slice(0, request.limit), read);
    if (stopped !== undefined) return { rows: rows(), next: stopped };
    if (!LastEvaluatedKey) return { rows: rows(), next: null };
    if (entries >= MOST_ENTRIES) return { rows: rows(), next: idOf(Items.at(-1)!) };
    start = LastEvaluatedKey;
  }
}

const idOf = ({ SK }: Item) => SK as string;

/**
 * Adds the wanted objects of some entries to the page.
 * @returns the id to continue after, if the page is full or has read enough
 */
async function readWanted(
  table: Table,
  { base, fits = () => true, holds }: Entries,
  entries: readonly Item[],
  limit: number,
  page: { items: Item[]; seen: number },
): Promise<string | undefined> {
  const fitting = entries.filter(fits);
  for (let at = 0; at < fitting.length;) {
    const wanted = Math.max(limit + 1 - page.items.length, FEWEST_OBJECTS_A_READ);
    const some = fitting.slice(at, at + Math.min(wanted, KEYS_A_READ));
    const keys = some.map((entry) => ({ PK: base, SK: idOf(entry) }));
    const found = new Map<string, Item>();
    for (const item of await readItems(table, keys)) found.set(idOf(item), item);
    for (const entry of some) {
      const item = found.get(idOf(entry));
      if (item && holds(item)) page.items.push(item);
    }
    if (page.items.length > limit) return idOf(page.items[limit - 1]!);
    at += some.length;
    page.seen += some.length;
    if (page.seen >= MOST_OBJECTS && at < fitting.length) return idOf(some.at(-1)!);
  }
  return undefined;
}

function queryEntries(
  table: Table,
  { index, partition }: Entries,
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

function startAfter({ index, partition, base }: Entries, id: string): Item {
  return index ? { [`${index}PK`]: partition, [`${index}SK`]: id, PK: base, SK: id } : { PK: partition, SK: id };
}
