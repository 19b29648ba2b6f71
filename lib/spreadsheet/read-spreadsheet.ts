import {
  type CellFault,
  type CellRow,
  type Choices,
  type Encoding,
  MAX_BYTES,
  MAX_COLUMNS,
  MAX_ROWS,
  type Reading,
  type Unusable,
} from './cells.ts';
import { decodedText, dependsOnEncoding, isGarbled, isOfOtherEncoding } from './encoding.ts';
import { fieldsNamed } from './headings.ts';
import { rowsOfText } from './separated.ts';
import type { SheetRow } from './sheet.ts';
import type { Progress } from './workbook.ts';

/** ZIP: an XLSX file is one, and so is an ODS file. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Compound File Binary: workbooks from before 2007, and XLSX with a password (MS-OFFCRYPTO). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/** Rows below which no heading is looked for: titles, dates and filters of a report stand above it. */
const HEADING_ROWS = 30;
/** Of a heading that a person may choose, some cells are shown. */
const HEADING_CELLS = 6;

/**
 * The rows of a spreadsheet, as Excel shows them in Brazil, in a browser or in Node. The content of the file decides
 * what it is, not its name. Libraries for workbooks load with the first workbook.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  name: string,
  choices: Choices = {},
  progress: Progress = () => undefined,
): Promise<Reading | Unusable> {
  if (bytes.byteLength > MAX_BYTES) return 'too_large';
  const begins = (sign: readonly number[]) => sign.every((byte, index) => bytes[index] === byte);
  if (begins(COMPOUND)) return hasStream(bytes, 'EncryptedPackage') ? 'locked' : 'old_workbook';
  if (!begins(ZIP)) return readTextFile(bytes, name, choices);
  const { rowsOfWorkbook } = await import('./workbook.ts');
  const read = rowsOfWorkbook(bytes, choices, progress);
  if (typeof read === 'string') return read;
  const { names, sheet, rows } = read;
  const reading = readingOf(rows.map(withGarbled), name, choices, false);
  return typeof reading === 'string' ? reading : { sheets: names, sheet, ...reading };
}

/** Names of streams are in UTF-16 (MS-CFB 2.6.4). */
function hasStream(bytes: Uint8Array, name: string): boolean {
  return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).includes(name);
}

function readTextFile(bytes: Uint8Array, name: string, choices: Choices): Reading | Unusable {
  const decoded = decodedText(bytes, choices.encoding);
  if (!decoded) return 'not_text';
  return readText(decoded.text, name, choices, decoded.encoding);
}

/** The rows of CSV, or of a range copied from a spreadsheet. */
export function readText(
  text: string,
  name: string,
  choices: Choices = {},
  encoding: Encoding = 'utf-8',
): Reading | Unusable {
  if (text.length > MAX_BYTES) return 'too_large';
  // Many systems give a web page the name of a workbook.
  if (/^\s*<(!doctype|html|table|meta|\?xml|head|style|div)\b/i.test(text.replace(/^\uFEFF/, ''))) return 'web_page';
  const read = rowsOfText(text, choices);
  if (typeof read === 'string') return read;
  const { rows, separator } = read;
  const isOther = encoding !== 'mixed' && !encoding.startsWith('utf') && rows.some(hasOtherEncoding);
  const judged = rows.map(isOther ? withEncodingFaults : withGarbled);
  const reading = readingOf(judged, name, choices, true);
  return typeof reading === 'string' ? reading : { sheets: [], sheet: 0, text: { encoding, separator }, ...reading };
}

const hasOtherEncoding = ({ values }: SheetRow) => values.some(isOfOtherEncoding);

const withGarbled = (row: SheetRow) => withFaults(row, isGarbled);
const withEncodingFaults = (row: SheetRow) => withFaults(row, dependsOnEncoding);

function withFaults(row: SheetRow, isWrong: (text: string) => boolean): SheetRow {
  const faults: Record<number, CellFault> = {};
  row.values.forEach((value, column) => {
    if (isWrong(value)) faults[column] = 'garbled';
  });
  return Object.keys(faults).length === 0 ? row : { ...row, faults: { ...faults, ...row.faults } };
}

type Judged = Pick<Reading, 'headings' | 'heading' | 'cells'>;

function readingOf(all: readonly SheetRow[], name: string, choices: Choices, isText: boolean): Judged | Unusable {
  const filled = all.filter((row) => row.values.some((value) => value !== '') || row.faults);
  const heading = filled.find(({ line }) => line === choices.heading) ?? usualHeading(filled);
  if (!heading) return 'empty';
  const rows = filled.filter(({ line }) => line > heading.line);
  if (rows.length === 0) return 'empty';
  if (rows.length > MAX_ROWS) return 'too_many_rows';
  const width = widthOf(heading);
  if (width > MAX_COLUMNS) return 'too_many_columns';
  const headings = filled.slice(0, HEADING_ROWS).map(({ line, values }) => ({
    line,
    values: values.filter((value) => value !== '').slice(0, HEADING_CELLS),
  }));
  const fitted = rows.map((row) => fitRow(row, width, isText));
  return {
    headings,
    heading: heading.line,
    cells: { name, columns: distinct(heading.values.slice(0, width)), rows: fitted },
  };
}

/** The row that names most fields of a letter; else the first one. A single word may be a title. */
function usualHeading(rows: readonly SheetRow[]): SheetRow | undefined {
  const judged = rows.slice(0, HEADING_ROWS).map((row) => ({ row, named: fieldsNamed(row.values) }));
  const best = judged.reduce((first, next) => (next.named > first.named ? next : first), judged[0]!);
  return best && best.named >= 2 ? best.row : rows[0];
}

/** Cells up to the last one with a text; those beyond are harmless. */
const widthOf = ({ values, faults }: SheetRow) =>
  Math.max(
    values.findLastIndex((value) => value !== ''),
    ...Object.keys(faults ?? {}).map(Number),
  ) + 1;

/** In a text, a row with another number of cells has lost or gained a separator. The cells of a workbook have places. */
function fitRow(row: SheetRow, columns: number, isText: boolean): CellRow {
  const fitted = { ...row, values: row.values.slice(0, columns) };
  if (!isText) return fitted;
  const cells = row.values.length < columns ? row.values.length : widthOf(row);
  return cells === columns || (cells < columns && row.values.length >= columns)
    ? fitted
    : { ...fitted, misfit: { cells, columns } };
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
