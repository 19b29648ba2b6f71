import { placeAbbreviations, wordAbbreviations } from '../../../../lib/core/domain/address-abbreviations.ts';
import type { SentPlace } from '../../../../lib/core/domain/address-check.ts';
import type { PostalCodeEntry } from '../../../../lib/core/domain/addresses.ts';

export const errorKinds = ['swapped', 'missing', 'doubled', 'accents', 'abbreviation', 'old name'] as const;
export type ErrorKind = (typeof errorKinds)[number];
export const errorFields = ['street', 'city'] as const;

/** An address as somebody wrote it, with an error of one kind, and the entry that was meant. */
export interface WrittenAddress {
  kind: ErrorKind;
  field: (typeof errorFields)[number];
  meant: PostalCodeEntry;
  sent: SentPlace;
}

const abbreviations = [...placeAbbreviations, ...wordAbbreviations];
const abbreviable = new RegExp(`(?<!\\p{L})(${abbreviations.map(([word]) => word).join('|')})(?!\\p{L})`, 'u');

/** Words of four letters or more: who writes `Rua A` wrongly writes another street. */
const LONG_WORD = /\p{L}{4,}/gu;

/**
 * An address with one error, as people write them: in the street or, a quarter of the time, in the city. A quarter have
 * no neighborhood, a third their postal code, one in ten a postal code with a wrong digit; one in four is in capitals.
 * Undefined if the entry has nothing that this kind of error can befall.
 */
export function writeWithError(meant: PostalCodeEntry, random: () => number): WrittenAddress | undefined {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const kind = pick(errorKinds);
  const field = random() < 0.25 && kind !== 'old name' && kind !== 'abbreviation' ? 'city' : 'street';
  const text = kind === 'old name' ? meant.other_streets?.[0] : meant[field]!;
  const wrong = text === undefined ? undefined : withError(text, kind, random);
  if (wrong === undefined) return undefined;
  const hasNeighborhood = random() < 0.75;
  const code = random();
  const written = random() < 0.25 ? (line: string) => line.toUpperCase() : (line: string) => line;
  const texts = { street: meant.street!, city: meant.city, [field]: wrong };
  return {
    kind,
    field,
    meant,
    sent: {
      street: written(texts.street),
      number: String(1 + Math.floor(random() * 2000)),
      neighborhood: hasNeighborhood && meant.neighborhood !== null ? written(meant.neighborhood) : null,
      city: written(texts.city),
      state: meant.state,
      postal_code: code < 0.33 ? meant.postal_code : code < 0.43 ? withWrongDigit(meant.postal_code, random) : null,
    },
  };
}

function withError(text: string, kind: ErrorKind, random: () => number): string | undefined {
  if (kind === 'old name') return text;
  if (kind === 'accents') {
    const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
    return bare === text.normalize('NFD') ? undefined : bare;
  }
  if (kind === 'abbreviation') return abbreviated(text, random);
  const words = [...text.matchAll(LONG_WORD)];
  if (words.length === 0) return undefined;
  const word = words[Math.floor(random() * words.length)]!;
  const letters = [...word[0]];
  const at = Math.floor(random() * (letters.length - (kind === 'swapped' ? 1 : 0)));
  const [letter, next] = [letters[at]!, letters[at + 1]!];
  if (kind === 'swapped' && letter.toLowerCase() === next.toLowerCase()) return undefined;
  if (kind === 'swapped') letters.splice(at, 2, next, letter);
  if (kind === 'missing') letters.splice(at, 1);
  if (kind === 'doubled') letters.splice(at, 0, letter);
  return text.slice(0, word.index) + letters.join('') + text.slice(word.index + word[0].length);
}

function abbreviated(text: string, random: () => number): string | undefined {
  const [, word] = abbreviable.exec(text) ?? [];
  if (word === undefined) return undefined;
  const [, ...shorts] = abbreviations.find(([each]) => each === word)!;
  const short = shorts[Math.floor(random() * shorts.length)]!;
  return text.replace(abbreviable, random() < 0.5 ? `${short}.` : short);
}

function withWrongDigit(postalCode: string, random: () => number): string {
  const at = Math.floor(random() * 8);
  const digit = (Number(postalCode[at]) + 1 + Math.floor(random() * 9)) % 10;
  return postalCode.slice(0, at) + String(digit) + postalCode.slice(at + 1);
}
