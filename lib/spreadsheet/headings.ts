/** A column that may hold number, complement and more beside the street, as their owner's words leave it. */
const WHOLE_ADDRESS = [
  'endereco completo',
  'endereco entrega',
  'endereco correspondencia',
  'endereco postal',
  'endereco residencial',
  'endereco comercial',
  'full address',
  'mailing address',
] as const;

/** The fields of a letter that a column can fill, and usual names of such columns, in the order of the screen. */
export const namesOfFields = {
  name: ['nome', 'destinatario', 'nome completo', 'razao social', 'cliente', 'name', 'full name', 'recipient'],
  postal_code: ['cep', 'codigo postal', 'postal code', 'zip', 'zip code'],
  street: ['rua', 'logradouro', 'endereco', 'street', 'address', ...WHOLE_ADDRESS],
  number: [
    'numero',
    'num',
    'no',
    'n o',
    'n',
    'nr',
    'number',
    'numero da casa',
    'numero do imovel',
    'numero do endereco',
  ],
  complement: ['complemento', 'compl', 'complement'],
  neighborhood: ['bairro', 'neighborhood', 'district'],
  city: ['cidade', 'municipio', 'city'],
  state: ['uf', 'estado', 'state'],
  reference: ['referencia', 'ref', 'contrato', 'pedido', 'reference'],
} as const;

export type Field = keyof typeof namesOfFields;

export const fields = Object.keys(namesOfFields) as Field[];

/** Lower case, without accents and symbols; "Nº" becomes "no", "N°" becomes "n". */
export const plainHeading = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Whose name or place a heading means: "Nome do cliente", "CEP (destinatário)", "Endereço de entrega". */
const OWNER = /\b(d[oae]s?|[oa]|of|the|cliente|destinatari[oa]|pessoa|customer|recipient)\b/g;
/** "Número do cliente" is no house number, and "Referência do cliente" may be anything. */
const exactFields: readonly string[] = ['number', 'reference'] satisfies Field[];

/** Whether a column is called so; `loosely`, it may also name its owner. */
export function isCalled(column: string, name: string, loosely = false): boolean {
  const heading = plainHeading(column);
  return (loosely ? heading.replace(OWNER, ' ').replace(/ +/g, ' ').trim() : heading) === plainHeading(name);
}

/** The column of a field, by its usual names: exact ones first. */
export function columnOfField(columns: readonly string[], field: Field): string | undefined {
  const names = [field, ...namesOfFields[field]];
  const called = (loosely: boolean) =>
    names.map((name) => columns.find((column) => isCalled(column, name, loosely))).find((found) => found !== undefined);
  return called(false) ?? (exactFields.includes(field) ? undefined : called(true));
}

/** How many fields of a letter a row of headings names. */
export const fieldsNamed = (row: readonly string[]) =>
  fields.filter((field) => columnOfField(row, field) !== undefined).length;
