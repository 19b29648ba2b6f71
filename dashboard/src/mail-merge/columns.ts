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

/** What a person typed in place of a row's cells, by field and marker. */
export type RowEdits = Readonly<Record<string, string>>;

/** A row of the file, with what a person typed in its place. */
export interface EditedRow extends CellRow {
  typed?: RowEdits;
}

export interface EditedCells extends Cells {
  rows: EditedRow[];
}

type Columns = Pick<Cells, 'columns'>;

const valueOf = ({ columns }: Columns, row: CellRow, column: string | undefined) =>
  row.values[columns.indexOf(column ?? '')] ?? '';

/** The text that a letter takes from a row for a field or marker. */
export const textOf = (cells: Columns, row: EditedRow, matches: Matches, target: string) =>
  row.typed?.[target] ?? valueOf(cells, row, matches[target]);

/** Why a cell cannot be part of a letter, before the service is asked. */
export interface CellProblem {
  kind: CellFault;
  target: string;
}

/** The cells that a letter would use although their text is not certain. What a person typed is certain. */
export function cellProblems(cells: Columns, row: EditedRow, matches: Matches): CellProblem[] {
  return openTargets(row, matches).flatMap((target) => {
    const fault = row.faults?.[cells.columns.indexOf(matches[target]!)];
    if (fault) return [{ kind: fault, target }];
    return FORMULA_ERROR.test(valueOf(cells, row, matches[target])) ? [{ kind: 'error' as const, target }] : [];
  });
}

/** Whether a row has lost or gained cells, so that all that nobody has typed may be in the wrong column. */
export const isMisfit = (row: EditedRow, matches: Matches) =>
  row.misfit !== undefined && openTargets(row, matches).length > 0;

/** What a letter takes from the cells of the file. */
const openTargets = ({ typed }: EditedRow, matches: Matches) =>
  Object.keys(matches).filter((target) => matches[target] !== '' && typed?.[target] === undefined);

/** The markers that have blank cells, with the number of those; a letter would have a gap there. */
export function blankMarkers(
  cells: EditedCells,
  matches: Matches,
  markers: readonly string[],
): ReadonlyMap<string, number> {
  const counts = markers
    .map(markerTarget)
    .filter((target) => matches[target])
    .map((target) => [target, cells.rows.filter((row) => isBlank(cells, row, matches, target)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Whether the text for a marker is blank and nothing else is wrong with it. */
export const isBlank = (cells: Columns, row: EditedRow, matches: Matches, target: string) =>
  !isMisfit(row, matches) &&
  !cellProblems(cells, row, matches).some((problem) => problem.target === target) &&
  textOf(cells, row, matches, target) === '';

/** The field or marker of a parameter: `to.number`, `document.variables.valor`; undefined if no cell fills it. */
export function targetOfParam(param: string): string | undefined {
  const marker = /^document\.variables\.(.+)$/.exec(param)?.[1];
  if (marker !== undefined) return markerTarget(marker);
  const field = /^(?:to\.)?(\w+)$/.exec(param)?.[1];
  return fields.find((name) => name === field);
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
  row: EditedRow,
  matches: Matches,
  markers: readonly string[],
): Form & RowForm {
  const value = (target: string) => textOf(cells, row, matches, target);
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
export function wholePostalCode(text: string): string {
  if (!POSTAL_CODE.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  return digits.length === 8 ? digits : /^[1-9]\d{6}$/.test(digits) ? `0${digits}` : text;
}
