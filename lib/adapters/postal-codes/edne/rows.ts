import type { EdneFile } from './archive.ts';
import type { FieldType, Layout, RowOf, Table } from './layout.ts';
import { fieldTypes, layouts } from './layout.ts';
import { ImportRefusal } from './refusal.ts';

/** The files of one table. Deltas are applied in this order. */
export interface TableFiles {
  base: readonly EdneFile[];
  deltas: readonly EdneFile[];
}

export type Visit<T extends Table> = (row: RowOf<T>, file: string, line: number) => void;

const operations = ['INS', 'UPD', 'DEL'] as const;
export type Operation = (typeof operations)[number];

interface Change {
  operation: Operation;
  row: Record<string, string>;
  file: string;
  line: number;
}

/** Windows-1252 characters for the control characters of ISO-8859-1; five of them are undefined. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** An accented letter in UTF-8 as windows-1252 shows it. */
const UTF_8 = /[\xc2\xc3][\x80-\xbf]/;

/**
 * Visits every row of a table after applying the deltas; rows from a delta are visited last. Applying a delta that the
 * base already contains changes nothing.
 * @param onFile called after each file with the number of its rows
 * @throws ImportRefusal naming file and line of the first row that does not match the layout
 */
export async function readTable<T extends Table>(
  table: T,
  { base, deltas }: TableFiles,
  visit: Visit<T>,
  onFile: (file: EdneFile, rows: number) => void,
): Promise<void> {
  const layout: Layout = layouts[table];
  const keyOf = (row: Record<string, string>) => layout.key.map((field) => row[field]).join('@');
  const changes = new Map<string, Change>();
  for (const file of deltas) {
    const rows = await readLines(file, (fields, line) => {
      const change = parseChange(layout, fields, file.path, line);
      changes.set(keyOf(change.row), change);
    });
    onFile(file, rows);
  }
  for (const file of base) {
    const rows = await readLines(file, (fields, line) => {
      const row = parseRow(layout, fields, file.path, line);
      if (!changes.has(keyOf(row))) visit(row as RowOf<T>, file.path, line);
    });
    onFile(file, rows);
  }
  for (const { operation, row, file, line } of changes.values()) {
    if (operation !== 'DEL') visit(row as RowOf<T>, file, line);
  }
}

/** A delta's row: the layout's fields, the operation and, in some tables, the previous postal code. */
function parseChange(layout: Layout, fields: readonly string[], file: string, line: number): Change {
  const isOperation = (text: string | undefined): text is Operation =>
    operations.some((operation) => operation === text);
  const place = isOperation(fields.at(-1)) ? fields.length - 1 : fields.length - 2;
  const operation = fields[place];
  if (!isOperation(operation)) throw new ImportRefusal(`has none of ${operations.join(', ')} at its end`, file, line);
  return { operation, row: parseRow(layout, fields.slice(0, place), file, line), file, line };
}

function parseRow(layout: Layout, fields: readonly string[], file: string, line: number): Record<string, string> {
  const all = Object.entries(layout.fields);
  const present = fields.length === all.length - 1 ? all.filter(([name]) => name !== layout.mayLack) : all;
  if (fields.length !== present.length) {
    throw new ImportRefusal(`has ${fields.length} fields where ${all.length} belong`, file, line);
  }
  const row: Record<string, string> = layout.mayLack ? { [layout.mayLack]: '' } : {};
  present.forEach(([name, type], index) => (row[name] = checked(fields[index]!, name, type, file, line)));
  return row;
}

function checked(text: string, name: string, type: FieldType, file: string, line: number): string {
  if (!fieldTypes[type].test(text))
    throw new ImportRefusal(`${name} ${JSON.stringify(text)} is no ${type.replace('?', '')}`, file, line);
  return text;
}

/** Three times the total of the longest fields of any layout. A file with a longer row is not from the e-DNE. */
const LONGEST_LINE = 1_000;

/** @returns the number of lines */
async function readLines(file: EdneFile, visit: (fields: string[], line: number) => void): Promise<number> {
  let line = 0;
  const visitLine = (text: string) => {
    line++;
    if (text.length > LONGEST_LINE)
      throw new ImportRefusal(`has more than ${LONGEST_LINE} characters`, file.path, line);
    if (UTF_8.test(text)) throw new ImportRefusal('is in UTF-8, not in windows-1252', file.path, line);
    if (text.includes('\0')) throw new ImportRefusal('is no text', file.path, line);
    visit(decode(text.endsWith('\r') ? text.slice(0, -1) : text).split('@'), line);
  };
  let rest = '';
  for await (const chunk of file.chunks()) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    lines.forEach(visitLine);
    // Rejects an endless line before it fills the memory.
    if (rest.length > LONGEST_LINE) visitLine(rest);
  }
  if (rest !== '') visitLine(rest);
  return line;
}

/** Converts text that was read as ISO-8859-1 to windows-1252. */
function decode(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
}
