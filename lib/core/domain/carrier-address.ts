import type { Abbreviation } from './address-abbreviations.ts';
import { connectives, placeAbbreviations, wordAbbreviations } from './address-abbreviations.ts';
import type { Address, PostalCodeEntry } from './addresses.ts';

/** Longest texts of an address in PPN, the carrier's system of pre-posting, in characters. */
export const carrierLimits = {
  name: 50,
  street: 50,
  number: 6,
  complement: 30,
  neighborhood: 30,
  city: 30,
} as const;

/** Texts; a number loses nothing, since its rest moves to the complement. */
export type CarrierText = Exclude<keyof typeof carrierLimits, 'number'>;

/** An address as the carrier's systems take it; the paper keeps the long one (rule ADDR-7). */
export interface CarrierAddress {
  address: Address;
  /** Fields that lost words, not only letters or connectives. */
  cut: readonly CarrierText[];
}

/** What the carrier writes where a building has no number that fits. */
const NO_NUMBER = 'S/N';

/**
 * The address in the carrier's fields (rule ADDR-7). A text that is too long becomes, as far as necessary, the
 * directory's official short name, then loses letters by abbreviations, then connectives, then its last words. A number
 * that is too long keeps its digits; the rest begins the complement.
 * @param entry the directory's entry for the postal code; its short names replace its own texts alone
 */
export function carrierAddress(address: Address, entry: PostalCodeEntry | undefined): CarrierAddress {
  const cut: CarrierText[] = [];
  const fit = (field: CarrierText, text: string): string => {
    const short = (field === 'street' || field === 'neighborhood' || field === 'city') && shortName(entry, field, text);
    const fitted = fitText(text, carrierLimits[field], short || undefined);
    if (fitted.isCut) cut.push(field);
    return fitted.text;
  };
  const { number, rest } = splitNumber(address.number);
  const complement = [rest, address.complement].filter(Boolean).join(', ');
  return {
    address: {
      ...address,
      name: fit('name', address.name),
      street: fit('street', address.street),
      number,
      complement: complement === '' ? null : fit('complement', complement),
      neighborhood: fit('neighborhood', address.neighborhood),
      city: fit('city', address.city),
    },
    cut,
  };
}

/** Whether the carrier's systems cannot hold what the customer wrote; the directory's own texts do not count. */
export function losesOwnWords(address: Address, entry: PostalCodeEntry): boolean {
  return carrierAddress(address, entry).cut.some(
    (field) => field !== 'city' && (field === 'name' || field === 'complement' || address[field] !== entry[field]),
  );
}

function shortName(entry: PostalCodeEntry | undefined, field: 'street' | 'neighborhood' | 'city', text: string) {
  return entry?.[field] === text ? entry.short_names?.[field] : undefined;
}

/** `1500-A` of `1500-A fundos`. */
const LEADING_NUMBER = /^\d+(?:-?\p{L})?(?![\p{L}\p{N}])/u;
const SEPARATORS = /^[\s,;./-]+/u;

function splitNumber(text: string): { number: string; rest: string } {
  if (lengthOf(text) <= carrierLimits.number) return { number: text, rest: '' };
  const [number = ''] = LEADING_NUMBER.exec(text) ?? [];
  if (number === '' || number.length > carrierLimits.number) return { number: NO_NUMBER, rest: text };
  return { number, rest: text.slice(number.length).replace(SEPARATORS, '') };
}

const shortOf = new Map(
  [...placeAbbreviations, ...wordAbbreviations].map(([word, short]: Abbreviation) => [word.toLowerCase(), short]),
);
/** Longest first, so that `Doutora` is not read as `Doutor`. */
const ABBREVIABLE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...shortOf.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
const CONNECTIVE = new RegExp(` (?:${connectives.join('|')})(?= )`, 'gu');

/**
 * A text in a field of `limit` characters: the short name of the directory, then abbreviations, then without connectives,
 * then without its last words, each only as far as necessary.
 */
export function fitText(text: string, limit: number, short?: string): { text: string; isCut: boolean } {
  if (lengthOf(text) <= limit) return { text, isCut: false };
  let excess = lengthOf(short ?? text) - limit;
  const replaced = (pattern: RegExp, shorter: (found: string) => string) => (before: string) =>
    before.replace(pattern, (found) => {
      if (excess <= 0) return found;
      excess -= lengthOf(found) - lengthOf(shorter(found));
      return shorter(found);
    });
  const abbreviated = replaced(ABBREVIABLE, (word) => shortOf.get(word.toLowerCase())!)(short ?? text);
  const bare = replaced(CONNECTIVE, () => '')(abbreviated);
  return excess <= 0 ? { text: bare, isCut: false } : { text: cutAtWord(bare, limit), isCut: true };
}

/** ` (São`, ` -`, `,` at the end of a text that was cut. */
const LOOSE_END = /\s*\([^()]*$|[\s,;/(-]+$/u;

function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  const end = characters.slice(0, limit + 1).lastIndexOf(' ');
  const whole = characters.slice(0, end > 0 ? end : limit).join('');
  return whole.replace(LOOSE_END, '').replace(LOOSE_END, '') || whole;
}

const lengthOf = (text: string): number => [...text].length;
