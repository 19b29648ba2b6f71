import { kindOfWord, type WordKind } from './address-words.ts';
import { lettersOf } from './letter-bits.ts';

/**
 * The streets of one city as the search reads them. A street is a sequence of words, and has one or more postal codes,
 * each with its neighborhood. Codes of the whole city or of a district are those of a street without words.
 */
export interface CityStreets {
  /** All words of its streets, each once; `streetWords` has their positions here. */
  words: readonly string[];
  /** The words of street `s` are `streetWords[wordStart[s]] … streetWords[wordStart[s + 1] - 1]`. */
  wordStart: Uint32Array;
  streetWords: Uint16Array;
  /** The same for `codes` and `codeNeighborhoods`. */
  codeStart: Uint32Array;
  codes: Uint32Array;
  codeNeighborhoods: Uint16Array;
  /** As their words, with spaces between; the first is none. */
  neighborhoods: readonly string[];
}

/** What the search derives from a city's streets, once each time that the city is loaded. */
export interface SearchableCity extends CityStreets {
  /** One bit for each letter that a word has. */
  letters: Uint32Array;
  kinds: readonly WordKind[];
  /** The streets of word `w` are `streetsOfWords[streetStart[w]] … streetsOfWords[streetStart[w + 1] - 1]`. */
  streetStart: Uint32Array;
  streetsOfWords: Uint32Array;
}

export function searchable(city: CityStreets): SearchableCity {
  const { words, wordStart, streetWords } = city;
  const streetStart = new Uint32Array(words.length + 1);
  for (const word of streetWords) streetStart[word + 1]!++;
  for (let word = 0; word < words.length; word++) streetStart[word + 1]! += streetStart[word]!;
  const next = streetStart.slice();
  const streetsOfWords = new Uint32Array(streetWords.length);
  for (let street = 0; street + 1 < wordStart.length; street++)
    for (let at = wordStart[street]!; at < wordStart[street + 1]!; at++)
      streetsOfWords[next[streetWords[at]!]!++] = street;
  return {
    ...city,
    letters: Uint32Array.from(words, lettersOf),
    kinds: words.map(kindOfWord),
    streetStart,
    streetsOfWords,
  };
}
