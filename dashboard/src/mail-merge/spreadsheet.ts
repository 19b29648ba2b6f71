/** Rows of a spreadsheet without its heading. */
export interface Cells {
  /** Name of the file; empty for pasted cells. */
  name: string;
  /** Headings, without duplicates. */
  columns: string[];
  rows: CellRow[];
}

export interface CellRow {
  /** The row's number in the spreadsheet, from 1; the heading is the first. */
  line: number;
  values: string[];
}

/** Why cells cannot be used. */
export type Unusable =
  | 'damaged'
  | 'empty'
  | 'inflates'
  | 'locked'
  | 'open_quote'
  | 'other_archive'
  | 'too_large'
  | 'too_many_columns'
  | 'too_many_rows';

/** The service's limits (docs/dashboard-api.md). */
export const MAX_ROWS = 10_000;
export const MAX_BYTES = 5 * 1024 * 1024;

/** The cells of a CSV file: UTF-8, else Windows-1252, which Excel uses for CSV in Brazil. */
export function cellsOfFile(bytes: Uint8Array, name: string): Cells | Unusable {
  if (bytes.byteLength > MAX_BYTES) return 'too_large';
  return cellsOfText(textOf(bytes), name);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The cells of CSV, or of a range copied from a spreadsheet. Blank rows are skipped. */
export function cellsOfText(text: string, name: string): Cells | Unusable {
  if (text.length > MAX_BYTES) return 'too_large';
  const lines = split(text);
  if (!lines) return 'open_quote';
  return cellsOfRows(lines, name);
}

/** The first row that is not blank has the headings. */
export function cellsOfRows(lines: readonly CellRow[], name: string): Cells | Unusable {
  const [heading, ...rows] = lines.filter(({ values }) => values.some((value) => value !== ''));
  if (!heading || rows.length === 0) return 'empty';
  if (rows.length > MAX_ROWS) return 'too_many_rows';
  return { name, columns: distinct(heading.values), rows };
}

/** The most frequent separator in the heading. */
function separatorOf(text: string): string {
  const heading = /^[^\r\n]*/.exec(text)![0].replace(/"[^"]*"/g, '');
  const count = (separator: string) => heading.split(separator).length;
  return [';', '\t', ','].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Rows and cells of RFC 4180; undefined if a quoted cell does not end. */
function split(text: string): CellRow[] | undefined {
  const whole = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(whole.trimStart());
  const rows: CellRow[] = [];
  let values: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    values.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push({ line: rows.length + 1, values });
    values = [];
  };
  for (let index = 0; index < whole.length; index++) {
    const character = whole[index]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (whole[index + 1] === '"') cell += whole[++index]!;
      else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (quoted) return undefined;
  if (cell !== '' || values.length > 0) endRow();
  return rows;
}

/** Columns with the same name would be a single choice. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name === '' ? `#${index + 1}` : name;
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${wanted} (${number})`;
    taken.add(free);
    return free;
  });
}
