import type { StateCode } from './brazilian-states.ts';
import { isStateCode } from './brazilian-states.ts';
import { lineDetails } from './printable-text.ts';
import { type Detail, type Flaw, notAllowed, type ValidFields } from './problems.ts';

/** An address as every response shows it and the envelope carries it (rule ADDR-5). */
export interface Address {
  name: string;
  street: string;
  number: string;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: StateCode;
  /** NNNNN-NNN */
  postal_code: string;
}

/** An address as a customer sends it; the postal code supplies the rest. */
export interface AddressInput {
  name: string;
  number: string;
  postal_code: string;
  street?: string | null;
  complement?: string | null;
  neighborhood?: string | null;
  city?: string | null;
  state?: string | null;
}

/** What a postal code stands for: a street, a whole city or district, or one receiver of mail. */
export type PostalCodeKind = 'street' | 'general' | 'large_user' | 'promotional' | 'postal_unit' | 'community_box';

/** What the directory knows about a postal code. */
export interface PostalCodeEntry {
  /** Eight digits. */
  postal_code: string;
  kind: PostalCodeKind;
  /** Null where the code covers a whole city or district. */
  street: string | null;
  /** Null where the code covers a whole city, and for most community boxes. */
  neighborhood: string | null;
  city: string;
  /** Other names of the city that the carrier lists; absent where there are none. */
  other_cities?: readonly string[];
  /** The carrier's short names, where its directory has one that is shorter. */
  short_names?: ShortNames;
  /** Other names that the carrier lists of the street, such as older ones; absent where there are none. */
  other_streets?: readonly string[];
  /** The numbers of the street that have this postal code; absent where the directory does not know them. */
  numbers?: readonly NumberRange[];
  state: StateCode;
}

export type ShortNames = Partial<Record<'street' | 'neighborhood' | 'city', string>>;

/** Numbers of a street, inclusive; `even` and `odd` are the numbers of one of its sides. */
export interface NumberRange {
  first: number;
  last: number;
  side: 'both' | 'even' | 'odd';
}

/** Longest texts in characters, after trimming. The directory's own texts are shorter. */
export const addressLimits = {
  name: 100,
  street: 150,
  number: 20,
  complement: 60,
  neighborhood: 80,
  city: 80,
} as const;

export type CompletedAddress =
  | { address: Address; warning?: 'city_is_neighborhood'; details?: undefined }
  | { details: Detail[]; address?: undefined; warning?: undefined };

/** A postal code as customers write it. */
export const POSTAL_CODE_PATTERN = '^([0-9]{5})-?([0-9]{3})$';
const POSTAL_CODE = new RegExp(POSTAL_CODE_PATTERN);

/** The eight digits of a postal code written with or without its hyphen; undefined for anything else. */
export function normalizePostalCode(text: string): string | undefined {
  const match = POSTAL_CODE.exec(text);
  return match ? match[1]! + match[2]! : undefined;
}

/** NNNNN-NNN of a postal code of eight digits. */
export function formatPostalCode(digits: string): string {
  return `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

/** Lines of an address on paper: the order that the carrier asks for (rule DOC-6). */
export function printedLines(address: Address): string[] {
  const { name, street, number, complement, neighborhood, city, state, postal_code } = address;
  const door = complement ? `${street}, ${number} - ${complement}` : `${street}, ${number}`;
  return [name, door, neighborhood, `${postal_code} ${city} - ${state}`].filter((line) => line !== '');
}

/**
 * Completes an address from its postal code (rule ADDR-2). Street and neighborhood as sent replace the directory's;
 * city and state must agree with it, ignoring accents, case and punctuation. Blank texts count as not sent. The city
 * may have another name that the carrier lists, or be the neighborhood of the postal code, with a warning.
 * @param input fields that the caller has already rejected are undefined and count as not sent
 * @param entry the directory's entry for `input.postal_code`; undefined if it does not exist
 * @param param path of the address in the request, e.g. `to`; the details point to its fields
 * @returns the complete address, NFC and trimmed, or all its problems
 */
export function completeAddress(
  input: ValidFields<AddressInput>,
  entry: PostalCodeEntry | undefined,
  param: string,
): CompletedAddress {
  const details: Detail[] = [];
  const refuse = (field: keyof Address, flaw: Flaw) => void details.push({ param: `${param}.${field}`, ...flaw });
  const read = (field: keyof typeof addressLimits): string | null => {
    const text = tidy(input[field]);
    if (text === null) return null;
    details.push(...lineDetails(`${param}.${field}`, text));
    const maximum = addressLimits[field];
    if ([...text].length > maximum) refuse(field, { code: 'too_long', values: { maximum } });
    return text;
  };
  const demand = (field: 'name' | 'number'): string => {
    const text = read(field);
    if (text === null)
      refuse(field, input[field] === undefined ? { code: 'required' } : { code: 'too_short', values: { minimum: 1 } });
    return text ?? '';
  };
  const complete = (field: 'street' | 'neighborhood'): string => {
    const text = read(field) ?? entry?.[field] ?? null;
    if (entry && text === null)
      refuse(field, { code: 'address_incomplete', values: { city: entry.city, state: entry.state } });
    return text ?? '';
  };

  const sent = {
    name: demand('name'),
    street: complete('street'),
    number: demand('number'),
    complement: read('complement'),
    neighborhood: complete('neighborhood'),
  };
  const city = read('city');
  const isCity = city === null || !entry || [entry.city, ...(entry.other_cities ?? [])].some(isNamed(city));
  const isNeighborhood = !isCity && namesOfNeighborhood(entry).some(isNamed(city));
  if (!isCity && !isNeighborhood)
    refuse('city', notAllowed({ reason: 'city_of_postal_code', city: entry.city, state: entry.state }));
  const state = tidy(input.state)?.toUpperCase() ?? null;
  if (state !== null && entry && state !== entry.state)
    refuse('state', notAllowed({ reason: 'state_of_postal_code', city: entry.city, state: entry.state }));
  if (state !== null && !entry && !isStateCode(state)) refuse('state', notAllowed({ reason: 'unknown_state' }));
  if (normalizePostalCode(input.postal_code ?? '') === undefined)
    refuse('postal_code', { code: 'invalid_format', values: { format: 'NNNNN-NNN' } });
  else if (!entry) refuse('postal_code', { code: 'postal_code_not_found' });

  if (!entry || details.length > 0) return { details };
  const postal_code = formatPostalCode(entry.postal_code);
  const address = { ...sent, city: entry.city, state: entry.state, postal_code };
  return isNeighborhood ? { address, warning: 'city_is_neighborhood' } : { address };
}

const isNamed = (name: string) => (other: string) => fold(other) === fold(name);

/** `Areal (Águas Claras) (Taguatinga)`, `Taguatinga Norte`: a district's parts, and the part of the town that it is. */
const IN_BRACKETS = /\s*\(([^()]+)\)/g;
const PART_OF_TOWN = /\s+(?:norte|sul|leste|oeste|centro|[ivx]+)$/i;

/** What people call the neighborhood of a postal code when they take it for a city. */
function namesOfNeighborhood({ neighborhood }: PostalCodeEntry): string[] {
  if (neighborhood === null) return [];
  const inBrackets = [...neighborhood.matchAll(IN_BRACKETS)].map(([, name]) => name!);
  const names = [neighborhood.replace(IN_BRACKETS, ''), ...inBrackets];
  return [neighborhood, ...names, ...names.map((name) => name.replace(PART_OF_TOWN, ''))];
}

/**
 * Whether the directory knows which numbers of its street have the postal code, and that this one has not (rule ADDR-8).
 * A number without digits at its beginning is unknown, and so is a street that the customer names otherwise.
 */
export function isOutsideNumbers({ street, number }: Address, entry: PostalCodeEntry): boolean {
  const [digits] = /^\d+/.exec(number) ?? [];
  if (digits === undefined || !entry.numbers || fold(street) !== fold(entry.street ?? '')) return false;
  return !isWithinNumbers(Number(digits), entry.numbers);
}

export function isWithinNumbers(value: number, ranges: readonly NumberRange[]): boolean {
  const ofSide = { both: true, even: value % 2 === 0, odd: value % 2 === 1 };
  return ranges.some(({ first, last, side }) => first <= value && value <= last && ofSide[side]);
}

/** Marks between two digits separate numbers: 10/12 is not 1012. */
const BETWEEN_DIGITS = /(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/u;

/**
 * Whether postal code, street and number are the same, ignoring spelling (rule VER-19). A postal code can cover a whole
 * city with many streets, so the street is compared too.
 */
export function isSamePlace(one: Address, other: Address): boolean {
  return (
    one.postal_code === other.postal_code &&
    fold(one.street) === fold(other.street) &&
    placeNumber(one) === placeNumber(other)
  );
}

function placeNumber({ number }: Address): string {
  return number.split(BETWEEN_DIGITS).map(fold).join('/');
}

function tidy(text: string | null | undefined): string | null {
  return text?.normalize('NFC').trim() || null;
}

/** A name without accents, case, spaces and punctuation, for comparison. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
