import type { CellRow, Unusable } from '@malote/spreadsheet/cells.ts';
import { readSpreadsheet } from '@malote/spreadsheet/read-spreadsheet.ts';
import type { SentRow } from '../../core/domain/letter-batches.ts';
import { type Detail, notAllowed } from '../../core/domain/problems.ts';

/** Headings that are fields of a row; every other heading is the name of a variable (rule LBT-4). */
const FIELD =
  /^(?:to|from|metadata)\.[^.]+$|^document\.name$|^(?:reference|color|double_sided|address_placement|postal_services)$/;

/** How the text of a cell is read, where a field is no text. A text that fits none is refused with the letter. */
const typed: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['color', truthOf],
  ['double_sided', truthOf],
  ['postal_services', (text) => text.split(',').map((service) => service.trim())],
]);

function truthOf(text: string): unknown {
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** The rows of a spreadsheet in the form of JSON lines, or why it has none. */
export async function rowsOfSheet(file: Uint8Array, filename: string): Promise<SentRow[] | Unusable> {
  const reading = await readSpreadsheet(file, filename);
  if (typeof reading === 'string') return reading;
  const { columns, rows } = reading.cells;
  return rows.filter(({ values }) => values.some((value) => value !== '')).map((row) => rowOf(columns, row));
}

function rowOf(columns: readonly string[], { line, values, faults = {}, misfit }: CellRow): SentRow {
  const problems: Detail[] = Object.entries(faults).map(([column, fault]) => ({
    param: paramOf(columns[Number(column)]!),
    ...notAllowed({ reason: 'uncertain_cell', fault }),
  }));
  if (misfit) problems.push({ param: 'row', ...notAllowed({ reason: 'other_cells', ...misfit }) });
  if (problems.length > 0) return { line, problems };
  const order = fields();
  // Markers without a value are printed unchanged only if there are no variables at all (rule DOC-10).
  if (columns.some((column) => !FIELD.test(column))) within(within(order, 'document'), 'variables');
  columns.forEach((column, index) => {
    const text = values[index] ?? '';
    if (text !== '') setAt(order, paramOf(column).split('.'), (typed.get(column) ?? String)(text));
  });
  return { line, json: JSON.stringify(order) };
}

/** Names of variables may have a dot. */
const paramOf = (column: string) => (FIELD.test(column) ? column : `document.variables.${column}`);

function setAt(order: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, second, ...rest] = path as [string, ...string[]];
  if (second === undefined) order[first] = value;
  else if (first === 'document' && second === 'variables') within(within(order, first), second)[rest.join('.')] = value;
  else within(order, first)[[second, ...rest].join('.')] = value;
}

/** Keeps the name `__proto__`, which is refused with the letter (rule REQ-8); another object would lose it. */
const fields = () => Object.create(null) as Record<string, unknown>;

const within = (object: Record<string, unknown>, name: string) =>
  (object[name] ??= fields()) as Record<string, unknown>;
