/** How a recipient is found by parts of the name (rule LIST-6). */

/** Longest part of a word that names are looked up by: one place of the index for each word. */
const PLACE_LETTERS = 3;
/** Words of one name in the index; each is an item of the transaction that creates the mailing. */
const MOST_WORDS = 8;

/** They begin too many names to find one. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/** A text without accents and case, for comparison; spaces and punctuation stay. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a name by which it is found: plain, each once, without particles, at most eight. */
export function wordsOf(name: string): string[] {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** The place of a word: its first letters. A shorter word is its own place, so it is found only as a whole word. */
const placeOf = (word: string) => [...word].slice(0, PLACE_LETTERS).join('');

/** The places of a name in the index. A name of punctuation alone has one too, since its mailing has other keys there. */
export function placesOf(name: string): string[] {
  const places = new Set(wordsOf(name).map(placeOf));
  return places.size > 0 ? [...places] : [''];
}

export interface NameSearch {
  /** Where the index is read: the place of the longest word, since it is the rarest. */
  place: string;
  /** Whether the words of a name, as in `wordsOf`, are those of the search. */
  fits: (words: readonly string[]) => boolean;
}

/** A search for parts of a name; undefined if the text has no word. */
export function nameSearch(text: string): NameSearch | undefined {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return undefined;
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one));
  const place = placeOf(longest);
  return {
    place,
    fits: (words) =>
      words.some((word) => placeOf(word) === place) &&
      wanted.every((start) => words.some((word) => word.startsWith(start))),
  };
}
