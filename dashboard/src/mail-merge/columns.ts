import type { CellRow, Cells } from './spreadsheet.ts';

/** The fields of a letter that a column can fill, and usual names of such columns, in the order of the screen. */
const namesOfFields = {
  name: ['nome', 'destinatario', 'nome completo', 'razao social', 'cliente', 'name', 'recipient'],
  postal_code: ['cep', 'codigo postal', 'postal code', 'zip', 'zip code'],
  street: ['rua', 'logradouro', 'endereco', 'street', 'address'],
  number: ['numero', 'num', 'no', 'n o', 'n', 'nr', 'number'],
  complement: ['complemento', 'compl', 'complement'],
  neighborhood: ['bairro', 'neighborhood', 'district'],
  city: ['cidade', 'municipio', 'city'],
  state: ['uf', 'estado', 'state'],
  reference: ['referencia', 'ref', 'contrato', 'pedido', 'reference'],
} as const;

export type Field = keyof typeof namesOfFields;

export const fields = Object.keys(namesOfFields) as Field[];
/** No letter arrives without these; the postal code supplies the rest if it can. */
const requiredFields: readonly Field[] = ['name', 'postal_code', 'number'];

/** The column of each field and marker; a marker is written in its braces. */
export type Matches = Readonly<Record<string, string>>;

export const markerTarget = (marker: string) => `{{${marker}}}`;

/** Lower case, without accents and symbols; "Nº" becomes "no", "N°" becomes "n". */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Matches columns by name. Earlier choices stay as long as their column exists. */
export function matchColumns(columns: readonly string[], markers: readonly string[], before: Matches): Matches {
  const called = (names: readonly string[]) =>
    names.map((name) => columns.find((column) => plain(column) === plain(name))).find((found) => found !== undefined);
  const wanted = [
    ...fields.map((field) => [field, [field, ...namesOfFields[field]]] as const),
    ...markers.map((marker) => [markerTarget(marker), [marker]] as const),
  ];
  return Object.fromEntries(
    wanted.map(([target, names]) => {
      const chosen = before[target];
      const stays = chosen !== undefined && (chosen === '' || columns.includes(chosen));
      return [target, stays ? chosen : (called(names) ?? '')];
    }),
  );
}

/** Fields and markers that need a column but have none. */
export function unmatched(matches: Matches, markers: readonly string[]): string[] {
  return [...requiredFields, ...markers.map(markerTarget)].filter((target) => !matches[target]);
}

/** Excel's error texts of failed formulas, in Portuguese and English. */
const FORMULA_ERROR =
  /^#(N\/[AD]|(REF|VALOR|VALUE|NOME|NAME|N[UÚ]M|NULO|NULL|DIV\/0|SPILL|DESPEJAR|CALC|GETTING_DATA)[!?]?)$/i;

/** The first matched column whose formula failed in this row: its error text would be printed. */
export function failedFormula({ columns }: Pick<Cells, 'columns'>, row: CellRow, matches: Matches): string | undefined {
  return Object.values(matches).find((column) => FORMULA_ERROR.test(row.values[columns.indexOf(column)] ?? ''));
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
  { columns }: Pick<Cells, 'columns'>,
  row: CellRow,
  matches: Matches,
  markers: readonly string[],
): Form & RowForm {
  const value = (target: string) => row.values[columns.indexOf(matches[target] ?? '')] ?? '';
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

/** Spreadsheets read 01310100 as a number and drop its zero, with which São Paulo's postal codes begin. */
const wholePostalCode = (text: string) => (/^\d{7}$/.test(text) ? `0${text}` : text);
