import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, type Row, rows } from './tally.ts';

/** The tables of docs/cost.md, so that page and tests cannot differ. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/cost.md'), 'utf8');

/** Tolerated deviation from the page's count: a sweep or a lost race is added now and then. */
const TOLERANCE = 0.3;
export const SLACK = 0.3;

/**
 * Rows whose count falls when events are batched, which is more frequent on a busy machine. The page states them for
 * single events.
 */
const BATCHED: ReadonlySet<Row> = new Set<Row>(['Lambda invocations', 'SQS requests']);
const LEAST_WHEN_BATCHED = 0.4;

/** Whether a count is the page's; twice as much is not, unless the count is tiny. */
export function isAsExpected(row: Row, measured: number, expected: number): boolean {
  const least = BATCHED.has(row) ? LEAST_WHEN_BATCHED * expected : (1 - TOLERANCE) * expected;
  const most = (1 + TOLERANCE) * expected;
  return measured >= Math.min(least, expected - SLACK) && measured <= Math.max(most, expected + SLACK);
}

/** The kinds of mailings that the page lists. */
export function kindsOnPage(): string[] {
  return tableWith('Calls of one')[0]!.slice(1);
}

/** A column of the table of calls. @throws Error if the page has no such column, or a row is missing */
export function countsOnPage(kind: string): Counts {
  return numbersOf('Calls of one', kind);
}

/** Price per million, in US dollars, of each row. */
export function pricesOnPage(): Counts {
  return numbersOf('Price', 'USD for a million');
}

/** The amounts of a table, as written: row → column → text. */
export function amountsOnPage(table: string): Record<string, Record<string, string>> {
  const [[, ...columns], , ...body] = tableWith(table) as [string[], string[], ...string[][]];
  return Object.fromEntries(
    body.map(([name, ...cells]) => [name, Object.fromEntries(columns.map((column, index) => [column, cells[index]!]))]),
  );
}

function numbersOf(table: string, column: string): Counts {
  const amounts = amountsOnPage(table);
  const cell = (row: Row) => {
    const text = amounts[row]?.[column];
    if (text === undefined) throw new Error(`docs/cost.md: the table "${table}" has no ${row} under ${column}`);
    return Number(text);
  };
  return Object.fromEntries(rows.map((row) => [row, cell(row)])) as Counts;
}

/** The cells of the table with this first header. @throws Error if there is none */
function tableWith(head: string): string[][] {
  const blocks = page.split(/\n(?!\|)/).map((block) => block.split('\n').filter((line) => line.startsWith('|')));
  const tables = blocks.map((lines) =>
    lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  );
  const found = tables.find(([first]) => first?.[0] === head);
  if (!found) throw new Error(`docs/cost.md has no table "${head}"`);
  return found;
}
