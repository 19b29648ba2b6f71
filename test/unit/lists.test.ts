import { expect, test } from '@jest/globals';
import { listResource } from '../../lib/core/resources/list.ts';

/** Maximum response of a function, with the body as a JSON string in it (quotas of AWS Lambda). */
const LARGEST_PAYLOAD = 6 * 1024 * 1024;

test('objects that are too large for one response are spread over more pages, each once', () => {
  // In JSON within JSON each of these characters takes seven bytes.
  const stored = Array.from({ length: 250 }, (_, index) => ({ id: `ltr_${index}`, value: '\u0001'.repeat(10_000) }));
  const pages: string[][] = [];
  let next: string | null = null;
  do {
    const start = stored.findIndex(({ id }) => id === next) + 1;
    const rows = stored.slice(start, start + 100);
    const list = listResource(rows, start + 100 < stored.length ? rows.at(-1)!.id : null, (id) => id);
    expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(list) }))).toBeLessThan(LARGEST_PAYLOAD);
    pages.push(list.data.map(({ id }) => id));
    next = list.next_cursor;
  } while (next !== null);
  expect(pages.map(({ length }) => length)).toEqual([85, 85, 80]);
  expect(pages.flat()).toEqual(stored.map(({ id }) => id));
});
