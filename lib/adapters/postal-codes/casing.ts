const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/**
 * Learns the capitalization of words in Portuguese proper names from well-spelt texts: connectives in lower case,
 * acronyms and Roman numerals in capitals. A word's place matters: `e` between two words is a connective, at the end of
 * `Rua E` it is a name.
 * @returns a function that capitalizes a text; unknown words stay as they are
 */
export function learnCasing(texts: Iterable<string>): (text: string) => string {
  const counts = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const match of text.matchAll(WORD)) {
      const key = keyOf(text, match[0], match.index);
      const spellings = counts.get(key) ?? new Map<string, number>();
      counts.set(key, spellings.set(match[0], (spellings.get(match[0]) ?? 0) + 1));
    }
  }
  const learned = new Map([...counts].map(([key, spellings]) => [key, mostFrequent(spellings)]));
  return (text) => text.replace(WORD, (word, index: number) => learned.get(keyOf(text, word, index)) ?? word);
}

function keyOf(text: string, word: string, index: number): string {
  const place = index === 0 ? 'first' : index + word.length === text.length ? 'last' : 'middle';
  return `${place} ${word.toLowerCase()}`;
}

function mostFrequent(spellings: Map<string, number>): string {
  return [...spellings].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}
