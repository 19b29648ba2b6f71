import type { CellFault, CellRow, Cells } from '@malote/spreadsheet/cells.ts';
import { columnOfField, type Field, fields, isCalled } from '@malote/spreadsheet/headings.ts';

/** No letter arrives without these; the postal code supplies the rest if it can. */
const requiredFields: readonly Field[] = ['name', 'postal_code', 'number'];

/** The column of each field and marker; a marker is written in its braces. */
export type Matches = Readonly<Record<string, string>>;

export const markerTarget = (marker: string) => `{{${marker}}}`;

/** Matches columns by name. Earlier choices stay as long as their column exists. */
export function matchColumns(columns: readonly string[], markers: readonly string[], before: Matches): Matches {
  const wanted = [
    ...fields.map((field) => [field, columnOfField(columns, field)] as const),
    ...markers.map((marker) => [markerTarget(marker), columns.find((column) => isCalled(column, marker))] as const),
  ];
  return Object.fromEntries(
    wanted.map(([target, called]) => {
      const chosen = before[target];
      const stays = chosen !== undefined && (chosen === '' || columns.includes(chosen));
      return [target, stays ? chosen : (called ?? '')];
    }),
  );
}

/** Fields and markers that need a column but have none. */
export function unmatched(matches: Matches, markers: readonly string[]): string[] {
  return [...requiredFields, ...markers.map(markerTarget)].filter((target) => !matches[target]);
}

/** Excel's error texts of failed formulas, in Portuguese and English, as a text file or a copied range has them. */
const FORMULA_ERROR =
  /^#(N\/[AD]|(REF|VALOR|VALUE|NOME|NAME|N[UÚ]M|NULO|NULL|DIV\/0|SPILL|DESPEJAR|TRANSBORDAR|CALC|GETTING_DATA)[!?]?|#+)$/i;

/** Why a row cannot become a letter, before the service is asked. */
export type RowFault =
  { kind: 'misfit'; cells: number; columns: number } | { kind: CellFault | 'blank'; column: string };

type Columns = Pick<Cells, 'columns'>;

const valueOf = ({ columns }: Columns, row: CellRow, column: string | undefined) =>
  row.values[columns.indexOf(column ?? '')] ?? '';

/** The first cell of a row that a letter would use although its text is not certain. */
export function faultOfRow(cells: Columns, row: CellRow, matches: Matches): RowFault | undefined {
  if (row.misfit) return { kind: 'misfit', ...row.misfit };
  const used = Object.values(matches).filter((column) => column !== '');
  for (const column of used) {
    const fault = row.faults?.[cells.columns.indexOf(column)];
    if (fault) return { kind: fault, column };
    if (FORMULA_ERROR.test(valueOf(cells, row, column))) return { kind: 'error', column };
  }
  return undefined;
}

/** The columns that fill markers and have blank cells, with the number of those; a letter would have a gap there. */
export function blankColumns(cells: Cells, matches: Matches, markers: readonly string[]): ReadonlyMap<string, number> {
  const columns = markers.map((marker) => matches[markerTarget(marker)] ?? '').filter((column) => column !== '');
  const counts = [...new Set(columns)].map(
    (column) => [column, cells.rows.filter((row) => isBlank(cells, row, column)).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Whether a cell is blank and nothing else is wrong with it. */
export const isBlank = (cells: Columns, row: CellRow, column: string) =>
  !row.misfit && !row.faults?.[cells.columns.indexOf(column)] && valueOf(cells, row, column) === '';

/** The column that fills a field of the request: `to.number`, `document.variables.valor`. */
export function columnOfParam(param: string, matches: Matches): string | undefined {
  const name = param.split('.').at(-1)!;
  return matches[param.startsWith('document.variables.') ? markerTarget(name) : name] || undefined;
}

/** The parts of a letter that come from its row. */
interface RowForm {
  to: Record<Exclude<Field, 'reference'>, string>;
  reference: string;
  variables: Record<string, string>;
}

/** The letter of a row. */
export function formOfRow<Form extends object>(
  form: Form,
  cells: Columns,
  row: CellRow,
  matches: Matches,
  markers: readonly string[],
): Form & RowForm {
  const value = (target: string) => valueOf(cells, row, matches[target]);
  const { reference, ...to } = Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<
    Field,
    string
  >;
  return {
    ...form,
    to: { ...to, postal_code: wholePostalCode(to.postal_code) },
    reference,
    variables: Object.fromEntries(markers.map((marker) => [marker, value(markerTarget(marker))])),
  };
}

/** Digits with the signs between them that carriers, word processors and browsers use, some of them invisible. */
const POSTAL_CODE = /^[\d\s.\p{Pd}\p{Cf}]+$/u;

/**
 * `05.010-000` is the carrier's own notation. Spreadsheets read 01310100 as a number and drop its zero, with which São
 * Paulo's postal codes begin; none begins with two.
 */
function wholePostalCode(text: string): string {
  if (!POSTAL_CODE.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return digits.length === 8 ? digits : /^[1-9]\d{6}$/.test(digits) ? `0${digits}` : text;
}
