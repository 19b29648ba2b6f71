import { styleText } from 'node:util';

/** One column of a table: its heading and its cell for a row. */
export interface Column<Row> {
  heading: string;
  cell: (row: Row) => string | number | null;
  /** Right-aligned, for figures. */
  right?: boolean;
}

const GAP = '  ';
const INDENT = ' '.repeat(4);
const NOTHING = '-';

/**
 * Rows under headings, each column as wide as its widest cell; `empty` when there are no rows. Nothing is cut: on a screen
 * too narrow for all columns, headings and rows continue on indented lines.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
  screenWidth: number,
): string {
  if (rows.length === 0) return empty;
  const cells = rows.map((row) => columns.map(({ cell }) => plain(cell(row)).replaceAll('\n', ' ')));
  const widths = columns.map(({ heading }, column) =>
    Math.max(width(heading), ...cells.map((line) => width(line[column]!))),
  );
  const lines = columnsByLine(widths, screenWidth);
  const write = (row: readonly string[]) =>
    lines
      .map((line) => line.map((column) => pad(row[column]!, widths[column]!, columns[column]!.right === true)))
      .map((line, below) => `${below ? INDENT : ''}${line.join(GAP)}`.trimEnd())
      .join('\n');
  return [styleText('bold', write(columns.map(({ heading }) => heading))), ...cells.map(write)].join('\n');
}

/** The columns of each line; at least one per line. */
function columnsByLine(widths: readonly number[], screenWidth: number): number[][] {
  const lines: number[][] = [[]];
  let used = 0;
  for (const [column, wide] of widths.entries()) {
    const line = lines.at(-1)!;
    const needed = line.length === 0 ? wide : used + GAP.length + wide;
    if (line.length > 0 && needed > screenWidth) {
      lines.push([column]);
      used = INDENT.length + wide;
    } else {
      line.push(column);
      used = needed;
    }
  }
  return lines;
}

/** Breaks prose into lines of at most this width; a longer word keeps a line of its own. Later lines begin with `indent`. */
export function wrapped(words: string, screenWidth: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (width(line) + 1 + width(word) > screenWidth) lines.push(indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

/** One name and value per line; undefined values are omitted, null is shown as a dash. */
export function fields(entries: readonly (readonly [string, string | number | null | undefined])[]): string {
  const shown = entries.filter((entry): entry is [string, string | number | null] => entry[1] !== undefined);
  const widest = Math.max(...shown.map(([name]) => width(name)));
  return shown
    .map(([name, value]) => {
      const [first, ...rest] = plain(value).split('\n');
      const indent = ' '.repeat(widest + GAP.length * 2);
      return [`${GAP}${pad(name, widest)}${GAP}${first}`, ...rest.map((line) => indent + line)].join('\n');
    })
    .join('\n');
}

/** A heading and its body. */
export function section(heading: string, body: string): string {
  return `${styleText('bold', heading)}\n${body}`;
}

/**
 * Removes control characters: customers write names and references, which must not move the cursor, color the terminal, or
 * reorder what stands beside them (CVE-2021-42574).
 */
function plain(value: string | number | null): string {
  const clean = String(value ?? '').replace(/(?!\n)\p{Cc}|\p{Bidi_Control}/gu, '');
  return clean === '' ? NOTHING : clean;
}

/** Length in characters, not code units; a combining accent belongs to its letter. */
function width(text: string): number {
  return [...text.normalize('NFC')].length;
}

function pad(text: string, to: number, right = false): string {
  const blank = ' '.repeat(Math.max(0, to - width(text)));
  return right ? blank + text : text + blank;
}
