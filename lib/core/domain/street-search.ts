import { addressWords, formsOf, kindOfWord, type WordKind } from './address-words.ts';
import type { SearchableCity } from './city-streets.ts';
import { bitsIn, lettersOf } from './letter-bits.ts';
import { wordDistance } from './word-distance.ts';

/** A postal code that may be meant. Costs count errors: 0 is as the directory writes it, 1 a wrong letter. */
export interface FoundCode {
  /** Eight digits. */
  postal_code: string;
  /** The street's name that fits, as words; one of its names. */
  street: string;
  streetCost: number;
  neighborhoodCost: number;
}

/** What it costs that a word stands on one side alone. A street is seldom known by another name, often by fewer words. */
const extraWord: Readonly<Record<WordKind, number>> = {
  connective: 0.05,
  type: 0.7,
  title: 0.8,
  name: 2.2,
  number: 2.6,
};
const missingWord: Readonly<Record<WordKind, number>> = {
  connective: 0.05,
  type: 0.5,
  title: 0.6,
  name: 1.3,
  number: 2.2,
};

const OTHER_FORM = 0.02;
const INITIAL = 0.6;
const BEGINNING = 0.45;
/** Cost of a neighborhood that was sent and is another one; of one with errors; of one that is a part of the other. */
const OTHER_NEIGHBORHOOD = 1.2;

/** Streets that are compared word by word, of those that share most words. */
const COMPARED = 256;
/** Costlier streets are other streets. */
const MOST_COST = 4;

/** A word that was sent, with the words of the city that may be meant, and the cost of each. */
interface Sought {
  kind: WordKind;
  costs: Map<number, number>;
}

/**
 * The postal codes of a city that fit a street, the likeliest first. Each word that was sent is compared with every word
 * of the city's streets, whose letters are compared as bits first; the streets that share most words, rare ones before
 * frequent ones, are then aligned word by word.
 * @param street as it was sent; none finds the codes of the whole city
 * @param isPrefix the last word is being typed
 */
export function searchStreets(
  city: SearchableCity,
  {
    street,
    neighborhood,
    isPrefix = false,
  }: { street: string | null; neighborhood: string | null; isPrefix?: boolean },
): FoundCode[] {
  const words = addressWords(street ?? '');
  const sought = words.map((word, index) =>
    seek(city, word, { isFirst: index === 0, isPrefix: isPrefix && index === words.length - 1 }),
  );
  const found = sought.length === 0 ? wholeCity(city) : align(city, sought);
  const neighborhoodCosts = new Map<number, number>();
  const sentNeighborhood = addressWords(neighborhood ?? '');
  const costOfNeighborhood = (index: number): number => {
    const known = neighborhoodCosts.get(index);
    if (known !== undefined) return known;
    const cost = neighborhoodCost(sentNeighborhood, city.neighborhoods[index]!);
    neighborhoodCosts.set(index, cost);
    return cost;
  };
  return found
    .flatMap(([index, streetCost]) => codesOf(city, index, streetCost, costOfNeighborhood))
    .sort((a, b) => totalCost(a) - totalCost(b) || Number(a.postal_code) - Number(b.postal_code));
}

export const totalCost = ({ streetCost, neighborhoodCost: ofNeighborhood }: FoundCode): number =>
  streetCost + ofNeighborhood;

function codesOf(
  city: SearchableCity,
  street: number,
  streetCost: number,
  costOfNeighborhood: (index: number) => number,
): FoundCode[] {
  const found: FoundCode[] = [];
  const words = Array.from(city.streetWords.subarray(city.wordStart[street], city.wordStart[street + 1]));
  const name = words.map((word) => city.words[word]!).join(' ');
  for (let at = city.codeStart[street]!; at < city.codeStart[street + 1]!; at++) {
    const neighborhood = city.codeNeighborhoods[at]!;
    const postal_code = String(city.codes[at]).padStart(8, '0');
    found.push({ postal_code, street: name, streetCost, neighborhoodCost: costOfNeighborhood(neighborhood) });
  }
  return found;
}

function wholeCity({ wordStart }: SearchableCity): [street: number, cost: number][] {
  for (let street = 0; street + 1 < wordStart.length; street++)
    if (wordStart[street] === wordStart[street + 1]) return [[street, 0]];
  return [];
}

/** Errors that a word of this length may have and still be read. */
const errorsOf = (length: number): number => (length < 3 ? (length === 2 ? 1 : 0) : length < 6 ? 1 : 2);

/** @param place of the word among those sent: a street begins with its type, `R` at its beginning is `Rua` */
function seek(
  city: SearchableCity,
  text: string,
  { isFirst, isPrefix }: { isFirst: boolean; isPrefix: boolean },
): Sought {
  const forms = formsOf(text);
  const kind = isFirst && forms.size > 0 && !/^\d/.test(text) ? 'type' : kindOfWord(text);
  // A short form is not the beginning of another word too; two letters are a word, such as `Sé`, rather than a beginning.
  const isBeginning = isPrefix || (forms.size === 0 && text.length !== 2 && kind !== 'connective' && !/^\d/.test(text));
  const beginning = isPrefix ? 0.1 : text.length === 1 ? INITIAL : BEGINNING;
  const costs = new Map<number, number>();
  const bound = /^\d/.test(text) ? 0 : errorsOf(text.length);
  const letters = lettersOf(text);
  for (let index = 0; index < city.words.length; index++) {
    const word = city.words[index]!;
    if (word === text) costs.set(index, 0);
    else if (forms.has(word)) costs.set(index, OTHER_FORM);
    else {
      const isNear =
        bound > 0 &&
        Math.abs(word.length - text.length) <= bound &&
        bitsIn(letters ^ city.letters[index]!) <= 2 * bound &&
        !/^\d/.test(word);
      const distance = isNear ? wordDistance(text, word, bound) : bound + 1;
      if (isBeginning && word.length > text.length && word.startsWith(text)) {
        costs.set(index, Math.min(beginning, distance));
      } else if (distance <= bound) costs.set(index, distance);
    }
  }
  return { kind, costs };
}

/** The streets that share most words with those sought, and their costs. */
function align(city: SearchableCity, sought: readonly Sought[]): [street: number, cost: number][] {
  const found: [number, number][] = [];
  for (const street of mostShared(city, sought)) {
    const cost = alignmentCost(city, street, sought);
    if (cost <= MOST_COST) found.push([street, cost]);
  }
  return found.sort((a, b) => a[1] - b[1]);
}

function mostShared(city: SearchableCity, sought: readonly Sought[]): number[] {
  const streets = city.wordStart.length - 1;
  const shares = new Float32Array(streets);
  for (const { costs } of sought) {
    // A word tells as much as all that it may be are rare together: an initial, little.
    let occurrences = 0;
    for (const word of costs.keys()) occurrences += city.streetStart[word + 1]! - city.streetStart[word]!;
    // A word twice in a street counts twice, which the alignment sets right.
    const worth = 1 + Math.log2(1 + streets / occurrences);
    for (const [word, cost] of costs) {
      const [first, end] = [city.streetStart[word]!, city.streetStart[word + 1]!];
      const share = worth * (1 - cost / 3);
      for (let at = first; at < end; at++) shares[city.streetsOfWords[at]!]! += share;
    }
  }
  const best: { street: number; share: number }[] = [];
  let least = 0;
  for (let street = 0; street < streets; street++) {
    if (shares[street] === 0) continue;
    const share = shares[street]! - 0.9 * (city.wordStart[street + 1]! - city.wordStart[street]!);
    if (best.length === COMPARED && share <= least) continue;
    const place = best.findIndex((other) => other.share < share);
    best.splice(place === -1 ? best.length : place, 0, { street, share });
    if (best.length > COMPARED) best.pop();
    least = best.at(-1)!.share;
  }
  return best.map(({ street }) => street);
}

/** The least cost of turning the words that were sent into the street's, in their order. */
function alignmentCost(city: SearchableCity, street: number, sought: readonly Sought[]): number {
  const [first, end] = [city.wordStart[street]!, city.wordStart[street + 1]!];
  let previous = [0];
  for (let at = first; at < end; at++)
    previous.push(previous.at(-1)! + missingWord[city.kinds[city.streetWords[at]!]!]);
  for (const { costs, kind } of sought) {
    const current = [previous[0]! + extraWord[kind]];
    for (let at = first; at < end; at++) {
      const column = at - first + 1;
      const word = city.streetWords[at]!;
      const same = costs.get(word);
      current.push(
        Math.min(
          previous[column]! + extraWord[kind],
          current[column - 1]! + missingWord[city.kinds[word]!],
          same === undefined ? Infinity : previous[column - 1]! + same,
        ),
      );
    }
    previous = current;
  }
  return previous.at(-1)!;
}

/** 0 for the same neighborhood, or if none was sent; up to 1.2 for another one. */
export function neighborhoodCost(sent: readonly string[], neighborhood: string): number {
  if (sent.length === 0) return 0;
  if (neighborhood === '') return OTHER_NEIGHBORHOOD / 2;
  const words = neighborhood.split(' ');
  const cost = distanceOfWords(sent, words);
  if (cost === 0) return 0;
  return Math.min(OTHER_NEIGHBORHOOD, 0.05 + cost * 0.3);
}

/** Errors between two short texts of words, as `alignmentCost` counts them. */
export function distanceOfWords(sent: readonly string[], words: readonly string[]): number {
  let previous = [0];
  for (const word of words) previous.push(previous.at(-1)! + missingWord[kindOfWord(word)]);
  for (const text of sent) {
    const extra = extraWord[kindOfWord(text)];
    const current = [previous[0]! + extra];
    words.forEach((word, index) => {
      current.push(
        Math.min(
          previous[index + 1]! + extra,
          current[index]! + missingWord[kindOfWord(word)],
          previous[index]! + costOfWord(text, word),
        ),
      );
    });
    previous = current;
  }
  return previous.at(-1)!;
}

function costOfWord(text: string, word: string): number {
  if (text === word) return 0;
  if (formsOf(text).has(word)) return OTHER_FORM;
  if (/^\d/.test(text) || /^\d/.test(word)) return Infinity;
  const bound = errorsOf(text.length);
  const distance = wordDistance(text, word, bound);
  if (word.startsWith(text)) return text.length === 1 ? INITIAL : BEGINNING;
  return distance <= bound ? distance : Infinity;
}
