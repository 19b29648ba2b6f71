import type { NumberRange, PostalCodeEntry, PostalCodeKind } from '../../../core/domain/addresses.ts';
import type { StateCode } from '../../../core/domain/brazilian-states.ts';
import { carrierLimits } from '../../../core/domain/carrier-address.ts';
import type { OtherNames } from '../release-format.ts';
import { tidyText } from '../tidy-text.ts';
import { streetOfUnit } from '../unit-addresses.ts';
import type { RowOf, Table } from './layout.ts';
import { ImportRefusal } from './refusal.ts';
import type { Visit } from './rows.ts';

export type ReadTable = <T extends Table>(table: T, visit: Visit<T>) => Promise<void>;

/** A remark on a row, and how the row was handled. */
export const remarkTexts = {
  outside_state: 'left out: outside the ranges of its state',
  other_state: 'left out: not in the state of its city',
  repeated: 'left out: an earlier row has the code',
  outside_city: 'kept: outside the ranges of its city',
} as const;

export interface Remark {
  count: number;
  /** The first few, as `file:line: postal code`. */
  examples: string[];
}

export type Remarks = Record<keyof typeof remarkTexts, Remark>;

export interface Assembled {
  /** Ascending by postal code, without repetitions. */
  entries: Iterable<PostalCodeEntry>;
  otherNames: OtherNames;
  codes: number;
  remarks: Remarks;
}

const EXAMPLES = 5;

/** Large users whose last three digits are in this range are promotions, such as contests. */
const PROMOTIONAL_SUFFIXES = { first: 960, last: 969 };

interface Locality {
  name: string;
  state: StateCode;
  /** Key of the locality that a district or village belongs to; empty for a municipality. */
  parent: string;
}

/** Inclusive. */
interface CodeRange {
  first: number;
  last: number;
}

interface City {
  name: string;
  state: StateCode;
  /** Empty if the release has none. */
  ranges: readonly CodeRange[];
}

interface Origin {
  file: string;
  line: number;
}

/** An entry before sorting; its texts are shared with the tables, so that 1.5 million fit in memory. */
interface Draft extends Origin {
  code: number;
  kind: PostalCodeKind;
  street: string | null;
  neighborhood: string | null;
  city: City;
  otherStreets?: readonly string[] | undefined;
  numbers?: readonly NumberRange[] | undefined;
}

type ShortField = 'street' | 'neighborhood' | 'city';

/**
 * Joins the tables of a release into directory entries.
 *
 * - Street: type and name if LOG_STA_TLO is S, otherwise only the name, which is then complete.
 * - City: the municipality, also for its districts and villages; their general codes have their name as neighborhood.
 * - Other names are those of municipalities; a district's are not names of its city.
 * - Other names of a street are those of LOG_VAR_LOG, each with its own type.
 * - Large users and post offices: the street of their address; community boxes have no neighborhood.
 * - Short names are kept of names that do not fit the carrier's systems, which is their only use.
 * - Numbers: those of LOG_NUM_SEC; none for a street with a section that is not in whole numbers. Its sides D and E
 *   (right, left) are both sides, as they do not say which numbers are on them.
 * - LOG_COMPLEMENTO (which numbers of the street have the code) is not used: it is not the addressee's complement.
 *
 * @throws ImportRefusal if a row refers to a locality or neighborhood that does not exist
 */
export async function assemble(read: ReadTable): Promise<Assembled> {
  const assembly = new Assembly();
  await assembly.readPlaces(read);
  await assembly.readCodes(read);
  return assembly.inOrder();
}

class Assembly {
  readonly #stateRanges = new Map<string, CodeRange[]>();
  readonly #localityRanges = new Map<string, CodeRange[]>();
  readonly #localities = new Map<string, Locality>();
  readonly #otherNames: OtherNames = {};
  readonly #neighborhoods = new Map<string, string>();
  readonly #cities = new Map<string, City>();
  /** By street. */
  readonly #otherStreets = new Map<string, string[]>();
  /** By street; null if a section is not in whole numbers. */
  readonly #numbers = new Map<string, NumberRange[] | null>();
  /** By name. */
  readonly #short = { street: new Map(), neighborhood: new Map(), city: new Map() } as Record<
    ShortField,
    Map<string, string>
  >;
  readonly #drafts: Draft[] = [];
  readonly #remarks: Remarks = {
    outside_state: { count: 0, examples: [] },
    other_state: { count: 0, examples: [] },
    repeated: { count: 0, examples: [] },
    outside_city: { count: 0, examples: [] },
  };

  async readPlaces(read: ReadTable): Promise<void> {
    await read('state_ranges', (row) => {
      append(this.#stateRanges, row.UFE_SG, { first: Number(row.UFE_CEP_INI), last: Number(row.UFE_CEP_FIM) });
    });
    await read('locality_ranges', (row) => {
      // C is only the urban seat; villages outside it have codes too.
      if (row.LOC_TIPO_FAIXA === 'C') return;
      append(this.#localityRanges, row.LOC_NU, { first: Number(row.LOC_CEP_INI), last: Number(row.LOC_CEP_FIM) });
    });
    await read('localities', (row) => {
      const state = row.UFE_SG as StateCode;
      const name = tidyText(row.LOC_NO);
      this.#localities.set(row.LOC_NU, { name, state, parent: row.LOC_NU_SUB });
      this.#keepShort(row.LOC_NU_SUB === '' ? 'city' : 'neighborhood', name, row.LOC_NO_ABREV);
    });
    await read('other_names', (row, file, line) => {
      const locality = this.#localities.get(row.LOC_NU);
      if (!locality) throw new ImportRefusal(`refers to locality ${row.LOC_NU}, which is not there`, file, line);
      if (locality.parent !== '') return;
      const ofState = (this.#otherNames[locality.state] ??= {});
      (ofState[locality.name] ??= []).push(tidyText(row.VAL_TX));
    });
    await read('neighborhoods', (row) => {
      const name = tidyText(row.BAI_NO);
      this.#neighborhoods.set(row.BAI_NU, name);
      this.#keepShort('neighborhood', name, row.BAI_NO_ABREV);
    });
    await read('other_streets', (row) => {
      append(this.#otherStreets, row.LOG_NU, tidyText(`${row.TLO_TX} ${row.VLO_TX}`));
    });
    await read('number_ranges', (row) => {
      const before = this.#numbers.get(row.LOG_NU);
      const range = rangeOf(row);
      this.#numbers.set(row.LOG_NU, before === null || !range ? null : [...(before ?? []), range]);
    });
  }

  /** If a code occurs twice, the table that is read first wins. */
  async readCodes(read: ReadTable): Promise<void> {
    await read('streets', (row, file, line) => {
      const street = tidyText(row.LOG_STA_TLO === 'S' ? `${row.TLO_TX} ${row.LOG_NO}` : row.LOG_NO);
      const neighborhood = this.#neighborhood(row.BAI_NU_INI, { file, line });
      const numbers = this.#numbers.get(row.LOG_NU) ?? undefined;
      const otherStreets = this.#otherStreets.get(row.LOG_NU);
      this.#add(row, { kind: 'street', street, neighborhood, otherStreets, numbers, file, line });
      this.#keepShort('street', street, row.LOG_NO_ABREV);
    });
    await read('localities', (row, file, line) => {
      if (row.CEP === '') return;
      const neighborhood = row.LOC_NU_SUB === '' ? null : tidyText(row.LOC_NO);
      this.#add(row, { kind: 'general', street: null, neighborhood, file, line });
    });
    await read('large_users', (row, file, line) => {
      const suffix = Number(row.CEP.slice(5));
      const isPromotion = suffix >= PROMOTIONAL_SUFFIXES.first && suffix <= PROMOTIONAL_SUFFIXES.last;
      const neighborhood = this.#neighborhood(row.BAI_NU, { file, line });
      const street = streetOfUnit(tidyText(row.GRU_ENDERECO));
      this.#add(row, { kind: isPromotion ? 'promotional' : 'large_user', street, neighborhood, file, line });
    });
    await read('postal_units', (row, file, line) => {
      const neighborhood = this.#neighborhood(row.BAI_NU, { file, line });
      this.#add(row, {
        kind: 'postal_unit',
        street: streetOfUnit(tidyText(row.UOP_ENDERECO)),
        neighborhood,
        file,
        line,
      });
    });
    await read('community_boxes', (row, file, line) => {
      const street = streetOfUnit(tidyText(row.CPC_ENDERECO));
      this.#add(row, { kind: 'community_box', street, neighborhood: null, file, line });
    });
  }

  inOrder(): Assembled {
    this.#drafts.sort((a, b) => a.code - b.code);
    const drafts = this.#drafts.filter((draft, index, all) => {
      const isRepeated = index > 0 && all[index - 1]!.code === draft.code;
      if (isRepeated) this.#remark('repeated', draft);
      return !isRepeated;
    });
    return {
      entries: this.#entriesOf(drafts),
      otherNames: this.#otherNames,
      codes: drafts.length,
      remarks: this.#remarks,
    };
  }

  #add(row: { CEP: string; UFE_SG: string; LOC_NU: string }, place: Omit<Draft, 'code' | 'city'>): void {
    const draft: Draft = { code: Number(row.CEP), city: this.#city(row.LOC_NU, place), ...place };
    if (row.UFE_SG !== draft.city.state) return this.#remark('other_state', draft);
    if (!isWithin(this.#stateRanges.get(row.UFE_SG) ?? [], draft.code)) return this.#remark('outside_state', draft);
    const { ranges } = draft.city;
    if (ranges.length > 0 && !isWithin(ranges, draft.code)) this.#remark('outside_city', draft);
    this.#drafts.push(draft);
  }

  *#entriesOf(drafts: readonly Draft[]): Generator<PostalCodeEntry> {
    for (const { code, kind, street, neighborhood, city, otherStreets, numbers } of drafts) {
      const texts = { street, neighborhood, city: city.name };
      const found = Object.entries(this.#short).flatMap(([field, names]): [string, string][] => {
        const short = names.get(texts[field as ShortField] ?? '');
        return short === undefined ? [] : [[field, short]];
      });
      yield {
        ...{ postal_code: digitsOf(code), kind, ...texts, state: city.state },
        ...(found.length > 0 && { short_names: Object.fromEntries(found) }),
        ...(numbers && { numbers }),
        ...(otherStreets && { other_streets: otherStreets }),
      };
    }
  }

  #keepShort(field: ShortField, name: string, official: string): void {
    const short = tidyText(official);
    if (name.length > carrierLimits[field] && short !== '' && short.length < name.length)
      this.#short[field].set(name, short);
  }

  #neighborhood(key: string, { file, line }: Origin): string {
    const name = this.#neighborhoods.get(key);
    if (name === undefined) throw new ImportRefusal(`refers to neighborhood ${key}, which is not there`, file, line);
    return name;
  }

  /** The municipality of a locality. */
  #city(key: string, origin: Origin): City {
    const known = this.#cities.get(key);
    if (known) return known;
    const { locality, keys } = this.#municipality(key, origin);
    const ranges = keys.flatMap((each) => this.#localityRanges.get(each) ?? []);
    const city = { name: locality.name, state: locality.state, ranges };
    this.#cities.set(key, city);
    return city;
  }

  /** @returns the municipality, and the keys on the path to it */
  #municipality(key: string, { file, line }: Origin): { locality: Locality; keys: string[] } {
    const keys: string[] = [];
    for (let next = key; ;) {
      const locality = this.#localities.get(next);
      if (!locality) throw new ImportRefusal(`refers to locality ${next}, which is not there`, file, line);
      if (keys.includes(next)) throw new ImportRefusal(`locality ${next} is part of itself`, file, line);
      keys.push(next);
      if (locality.parent === '') return { locality, keys };
      next = locality.parent;
    }
  }

  #remark(kind: keyof Remarks, { file, line, code }: Draft): void {
    const remark = this.#remarks[kind];
    remark.count++;
    if (remark.examples.length < EXAMPLES) remark.examples.push(`${file}:${line}: ${digitsOf(code)}`);
  }
}

const sides: Readonly<Record<string, NumberRange['side']>> = { A: 'both', P: 'even', I: 'odd', D: 'both', E: 'both' };

/** Undefined for numbers such as `km 12,5`. */
function rangeOf({ SEC_NU_INI, SEC_NU_FIM, SEC_IN_LADO }: RowOf<'number_ranges'>): NumberRange | undefined {
  const [first, last] = [SEC_NU_INI, SEC_NU_FIM].map((text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN));
  return first! <= last! ? { first: first!, last: last!, side: sides[SEC_IN_LADO]! } : undefined;
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const of = lists.get(key);
  if (of) of.push(value);
  else lists.set(key, [value]);
}

function isWithin(ranges: readonly CodeRange[], code: number): boolean {
  return ranges.some(({ first, last }) => first <= code && code <= last);
}

function digitsOf(code: number): string {
  return String(code).padStart(8, '0');
}
