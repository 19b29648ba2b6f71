import Papa from 'papaparse';
import { type Choices, type Separator, SEPARATORS, type Unusable } from './cells.ts';
import type { SheetRow } from './sheet.ts';

/** Excel honors and hides a first line such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([;,|\t])"?[ \t]*\n/i;
/** Rows that show which separator is right. */
const SAMPLE_ROWS = 1_000;

interface Separated {
  separator: Separator;
  rows: SheetRow[];
}

/** The rows of CSV, or of a range copied from a spreadsheet. */
export function rowsOfText(text: string, choices: Choices): Separated | Unusable {
  const whole = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const hint = SEPARATOR_LINE.exec(whole);
  const body = hint ? whole.slice(hint[0].length) : whole;
  const separator = choices.separator ?? (hint?.[1] as Separator | undefined) ?? separatorOf(body);
  const { data, errors } = parsed(body, separator);
  // A quote that does not end, or ends within its cell, moves the borders of all rows after it.
  if (errors.some(({ type }) => type === 'Quotes')) return 'open_quote';
  const rows = data.map((values, index) => ({ line: index + 1, values: values.map((value) => value.trim()) }));
  return { separator, rows };
}

const parsed = (text: string, delimiter: Separator, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '"', preview });

/** The separator that yields the same number of cells in most rows; among equals, the one with most cells. */
function separatorOf(text: string): Separator {
  const judged = SEPARATORS.map((separator) => {
    const counts = parsed(text, separator, SAMPLE_ROWS)
      .data.filter((row) => row.some((value) => value.trim() !== ''))
      .map((row) => row.length);
    const [cells, rows] = [...Map.groupBy(counts, Number)]
      .map(([count, same]) => [count, same.length] as const)
      .reduce((best, next) => (next[0] > 1 && (best[0] === 1 || next[1] > best[1]) ? next : best), [1, 0]);
    return { separator, cells, share: cells > 1 ? rows / counts.length : 0 };
  });
  return judged.reduce((best, next) =>
    next.share > best.share || (next.share === best.share && next.cells > best.cells) ? next : best,
  ).separator;
}
