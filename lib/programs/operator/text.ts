import { styleText } from 'node:util';
import { formatMoney } from './money.ts';

/** One column of a table: its heading and what it shows of a row. */
export interface Column<Row> {
  heading: string;
  cell: (row: Row) => string | number | null;
  /** Figures stand under one another. */
  right?: boolean;
}

const GAP = '  ';
const INDENT = ' '.repeat(4);
const NOTHING = '-';

/**
 * Rows under headings, each column as wide as it needs; `empty` where there are no rows. Nothing is cut: where the screen is
 * too narrow for all columns, headings and rows go on below, indented.
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

/** The columns that stand beside one another, line by line; each line has one at least. */
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

/** Words in lines of a width, as far as their length allows; lines after the first begin with `indent`. */
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

/** Names and values under one another; a value that is undefined is left out, null shows as nothing there. */
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

/** A heading with what belongs to it below. */
export function section(heading: string, body: string): string {
  return `${styleText('bold', heading)}\n${body}`;
}

export const amount = formatMoney;

/** A status or the like as one would say it: `in production`. */
export const spoken = (name: string) => name.replaceAll('_', ' ');

/** `1 page`, `2 pages`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const inBrasilia = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Date and time in Brasília of an instant as the API writes it; null stays null. */
export function moment(timestamp: string | null): string | null {
  return timestamp === null ? null : inBrasilia.format(Date.parse(timestamp));
}

/** An address on the lines of its envelope. */
export function address(to: {
  name: string;
  street: string;
  number: string;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: string;
  postal_code: string;
}): string {
  const door = [`${to.street}, ${to.number}`, to.complement].filter(Boolean).join(' - ');
  return [to.name, door, to.neighborhood, `${to.postal_code} ${to.city} - ${to.state}`].join('\n');
}

/** Customers write references and names: what would move the cursor or color the terminal is left out. */
function plain(value: string | number | null): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  const clean = String(value ?? '').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');
  return clean === '' ? NOTHING : clean;
}

/** Characters, not code units: accents may be of their own. */
function width(text: string): number {
  return [...text.normalize('NFC')].length;
}

function pad(text: string, to: number, right = false): string {
  const blank = ' '.repeat(Math.max(0, to - width(text)));
  return right ? blank + text : text + blank;
}
