import type { Cells } from '@malote/spreadsheet/cells.ts';
import type { PostalCode } from '../api/objects.ts';
import type { Matches } from './columns.ts';

/** The parts of an address that stood in one cell; blank where it says nothing. */
export interface AddressParts {
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  postal_code: string;
}

export type AddressPart = keyof AddressParts;

const STATES = new Set('AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '));

/** With its own sign, or after its name: eight digits alone may be anything. */
const POSTAL_CODE = /(?:\bCEP\s*:?\s*)(\d{2}\.?\d{3}-?\d{3})\b|\b(\d{5}-\d{3}|\d{2}\.\d{3}-\d{3})\b/i;

/** `100`, `nº 100-A`, `1.578`, `s/n`, and the place on a road, which is its number. */
const NUMBER = String.raw`(?:n(?:[ºo°]\.?|\.[ºo°]?|[uú]mero|r\.?)?\s*)?(\d[\d.]*(?:\s?-?\s?[A-Z](?![A-Za-zÀ-ÿ]))?|s\s?\/\s?n[ºo°]?|km\s*\d+(?:[,.]\d+)?)`;
const AFTER_COMMA = new RegExp(String.raw`^(.*?[A-Za-zÀ-ÿ].*?)\s*,\s*${NUMBER}(?![\wº°])(.*)$`, 'i');
const AFTER_DASH = new RegExp(String.raw`^(.*?[A-Za-zÀ-ÿ].*?)\s+[-–—]\s+${NUMBER}(?![\wº°])(.*)$`, 'i');
const AFTER_BLANK = new RegExp(String.raw`^(\D*?[A-Za-zÀ-ÿ]\D*?)\s+${NUMBER}(?![\wº°])(.*)$`, 'i');
const AT_START = new RegExp(String.raw`^${NUMBER}(?![\wº°])(.*)$`, 'i');

const COMPLEMENT =
  /^(ap|apt|apto|apartamento|bl|bloco|casa|cs|cj|conj|conjunto|sl|sala|salas|lj|loja|andar|fundos|frente|torre|galp[aã]o|lote|lt|qd|quadra|ed|edif[ií]cio|cond|condom[ií]nio|sobrado|t[eé]rreo|subsolo|box|kit|kitnet|unidade|\d+[ºo°]?\s*andar)\b/i;

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  r: 'rua',
  av: 'avenida',
  aven: 'avenida',
  al: 'alameda',
  tv: 'travessa',
  trav: 'travessa',
  pc: 'praca',
  pca: 'praca',
  pça: 'praca',
  rod: 'rodovia',
  est: 'estrada',
  estr: 'estrada',
  lg: 'largo',
  lgo: 'largo',
  vl: 'vila',
  dr: 'doutor',
  dra: 'doutora',
  prof: 'professor',
  profa: 'professora',
  cel: 'coronel',
  cap: 'capitao',
  gen: 'general',
  mal: 'marechal',
  eng: 'engenheiro',
  pres: 'presidente',
  sta: 'santa',
  sto: 'santo',
  s: 'sao',
  n: 'nossa',
  sra: 'senhora',
};

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** A word as the directory writes it. */
const whole = (word: string) => ABBREVIATIONS[plain(word)] ?? plain(word);

/** The postal code in an address of one cell, if it has one. */
export function postalCodeIn(text: string): string | undefined {
  const found = POSTAL_CODE.exec(text);
  return (found?.[1] ?? found?.[2])?.replace(/\D/g, '');
}

type Known = Pick<PostalCode, 'street' | 'neighborhood' | 'city' | 'state'>;

/**
 * The parts of an address that stands in one cell: `Rua Caiubi, 100 – Apto 12 – Perdizes`.
 * @param known what the directory says of its postal code: it knows which digits belong to the street's name
 * @returns undefined if street and number cannot be told apart for certain
 */
export function splitAddress(text: string, known?: Known): AddressParts | undefined {
  const postal_code = postalCodeIn(text) ?? '';
  const address = text
    .replace(POSTAL_CODE, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s,;–—-]+$/, '')
    .trim();
  const split = (known?.street && afterStreet(address, known.street)) || byItsSigns(address);
  if (!split) return undefined;
  const number = split.number.replace(/\s*-\s*(?=[A-Z]$)/i, '-').replace(/(?<=\d)\.(?=\d{3}\b)/g, '');
  return { street: split.street, number, postal_code, ...restOf(split.rest, known) };
}

interface Split {
  street: string;
  number: string;
  rest: string;
}

/** The street as the directory has it, then the number. */
function afterStreet(address: string, street: string): Split | undefined {
  const words = [...address.matchAll(/[\p{L}\d]+/gu)];
  const wanted = street
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map(whole);
  // Many people leave out the kind of street.
  const start = whole(words[0]?.[0] ?? '') === wanted[0] ? 0 : 1;
  const last = wanted.length - start;
  if (last < 1 || wanted.slice(start).some((word, index) => whole(words[index]?.[0] ?? '') !== word)) return undefined;
  const end = words[last - 1]!;
  const cut = end.index + end[0].length;
  const found = AT_START.exec(address.slice(cut).replace(/^[\s,.–—-]+/, ''));
  return found ? { street: address.slice(0, cut), number: found[1]!, rest: found[2]! } : undefined;
}

/** Without the directory, a comma or dash before the number is certain, and the only number after a name. */
function byItsSigns(address: string): Split | undefined {
  const signed = AFTER_COMMA.exec(address) ?? AFTER_DASH.exec(address);
  const found = signed ?? AFTER_BLANK.exec(address);
  if (!found) return undefined;
  const [, street, number, rest] = found as unknown as [string, string, string, string];
  const isName = street.includes(' ');
  const isLast = !/\d/.test(rest) || /^\s*[,;–—-]/.test(rest) || COMPLEMENT.test(rest.trim());
  return signed || (isName && isLast) ? { street, number, rest } : undefined;
}

/** What follows the number. */
function restOf(text: string, known: Known | undefined) {
  const parts = text
    .split(
      /\s*,\s*|\s+[-–—]\s+|\s*[;|]\s*|^\s*[-–—]\s*|\s*[-–—]\s*$|(?<=\p{L})\s*\/\s*(?=[A-Z]{2}$)|\s*[-–—]\s*(?=[A-Z]{2}$)/u,
    )
    .map((part) => part.trim().replace(/[.]$/, ''))
    .filter((part) => part !== '');
  const state = STATES.has(parts.at(-1) ?? '') ? parts.pop()! : '';
  const isKnown = (part: string | undefined, name: string | null | undefined) =>
    part !== undefined && typeof name === 'string' && plain(part) === plain(name);
  const city = isKnown(parts.at(-1), known?.city) || (state !== '' && parts.length > 0) ? parts.pop()! : '';
  const at = parts.findIndex((part) => isKnown(part, known?.neighborhood));
  const lastIsPlace = parts.length > 0 && !COMPLEMENT.test(parts.at(-1)!) && !/^\d/.test(parts.at(-1)!);
  const neighborhood = at >= 0 ? parts.splice(at, 1)[0]! : lastIsPlace ? parts.pop()! : '';
  return { complement: parts.join(' '), neighborhood, city, state };
}

/** The parts that get a column, in the order of an address. */
export const addressParts = [
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'postal_code',
] as const satisfies readonly AddressPart[];

/**
 * The cells with a further column for each part that an address has in some row, and the fields that they fill. A row
 * whose address could not be split has blanks there, and a cell that is not certain makes them uncertain.
 * @param split the parts of each row
 */
export function withAddressColumns(
  { cells, matches }: { cells: Cells; matches: Matches },
  column: string,
  split: readonly (AddressParts | undefined)[],
  nameOf: (part: AddressPart) => string,
): { cells: Cells; matches: Matches } {
  const at = cells.columns.indexOf(column);
  const found = addressParts.filter((part) => split.some((parts) => parts && parts[part] !== ''));
  // A column of its own knows better.
  const used = found.filter((part) => !matches[part] || matches[part] === column);
  const names = used.map((part) => freeName(cells.columns, `${column}: ${nameOf(part)}`));
  const rows = cells.rows.map((row, index) => {
    const fault = row.faults?.[at];
    const width = cells.columns.length;
    return {
      ...row,
      values: [
        ...Array.from({ length: width }, (_, each) => row.values[each] ?? ''),
        ...used.map((part) => split[index]?.[part] ?? ''),
      ],
      ...(fault && {
        faults: { ...row.faults, ...Object.fromEntries(used.map((_, each) => [width + each, fault])) },
      }),
    };
  });
  return {
    cells: { ...cells, columns: [...cells.columns, ...names], rows },
    matches: { ...matches, ...Object.fromEntries(used.map((part, index) => [part, names[index]!])) },
  };
}

function freeName(taken: readonly string[], wanted: string): string {
  let free = wanted;
  for (let number = 2; taken.includes(free); number++) free = `${wanted} (${number})`;
  return free;
}
