import type { ListResource } from '../schemas/list.ts';

/**
 * Maximum list in bytes of JSON. A function returns its response as a string: Lambda allows 6 MiB, of which the list's
 * envelope and the headers need little.
 */
const LARGEST_LIST = 6_000_000;

/**
 * A page of a list (rule LIST-1). Objects that exceed one response are spread over more pages.
 * @param next id to continue after, or null on the last page
 * @param cursorOf makes the cursor of that id
 */
export function listResource<Item extends { id: string }>(
  items: Item[],
  next: string | null,
  cursorOf: (next: string | null) => string | null,
): ListResource<Item> {
  const data = items.slice(0, countThatFits(items));
  const nextCursor = cursorOf(data.length < items.length ? data.at(-1)!.id : next);
  return { object: 'list', data, has_more: nextCursor !== null, next_cursor: nextCursor };
}

function countThatFits(items: readonly object[]): number {
  let size = 0;
  for (const [count, item] of items.entries()) {
    size += Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (size > LARGEST_LIST) return count;
  }
  return items.length;
}

/** A list that is short enough for one page. */
export function wholeList<Item>(data: Item[]): ListResource<Item> {
  return { object: 'list', data, has_more: false, next_cursor: null };
}
