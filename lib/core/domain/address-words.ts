import type { Abbreviation } from './address-abbreviations.ts';
import { connectives, placeAbbreviations, wordAbbreviations } from './address-abbreviations.ts';

/**
 * The longest street of the directory has 23. A text of 75 words, the most that a field holds, would cost three times as
 * much processor time.
 */
export const MOST_WORDS = 24;

/**
 * The words of an address as they are compared: without accents, case and punctuation, letters apart from digits
 * (`QD10` is `qd 10`). Those after the first 24 are left out.
 */
export function addressWords(text: string): string[] {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  return words?.slice(0, MOST_WORDS) ?? [];
}

const lower = (word: string) => addressWords(word).join(' ');

/** The words that each word may stand for, and those that stand for it: `dr` and `doutor`, `sta` and `santa`. */
const forms = new Map<string, Set<string>>();

function addForm(one: string, other: string): void {
  for (const [word, form] of [
    [one, other],
    [other, one],
  ] as const)
    forms.set(word, (forms.get(word) ?? new Set()).add(form));
}

for (const [word, ...shorts] of [...placeAbbreviations, ...wordAbbreviations] as readonly Abbreviation[]) {
  for (const short of shorts) {
    const [parts, shortParts] = [lower(word).split(' '), lower(short).split(' ')];
    // `Nossa Senhora`, `N Sra`: each part has its own short form.
    if (parts.length === shortParts.length) parts.forEach((part, index) => addForm(part, shortParts[index]!));
  }
}

/** Numbers that name streets, as people write them: Rua XV, Rua Quinze, Rua 15 de Novembro. */
const numberWords = [
  'um i', 'dois ii', 'tres iii', 'quatro iv', 'cinco v', 'seis vi', 'sete vii', 'oito viii', 'nove ix', 'dez x', 'onze xi',
  'doze xii', 'treze xiii', 'quatorze xiv', 'quinze xv', 'dezesseis xvi', 'dezessete xvii', 'dezoito xviii',
  'dezenove xix', 'vinte xx', 'vinteeum xxi', 'vinteedois xxii', 'vinteetres xxiii', 'vinteequatro xxiv',
]; // prettier-ignore
numberWords.forEach((names, index) => {
  const [word, roman] = names.split(' ') as [string, string];
  addForm(word, String(index + 1));
  addForm(roman, String(index + 1));
  addForm(roman, word);
});

/** Other words that stand for the same as this one; none for most. */
export function formsOf(word: string): ReadonlySet<string> {
  return forms.get(word) ?? none;
}
const none: ReadonlySet<string> = new Set();

const connective = new Set<string>(connectives);
const withShorts = (abbreviations: readonly Abbreviation[]) =>
  new Set(abbreviations.flatMap((each) => each.flatMap((form) => lower(form).split(' '))));
const types = withShorts(placeAbbreviations);
const titles = withShorts(wordAbbreviations);

/**
 * What a word tells of a street, from `connective` (nothing) to `name`. A number or a single letter tells as much as a
 * name, since it often is the name: Rua 7, Quadra C.
 */
export type WordKind = 'connective' | 'type' | 'title' | 'name' | 'number';

export function kindOfWord(word: string): WordKind {
  if (/^\d/.test(word)) return 'number';
  if (connective.has(word)) return 'connective';
  if (word.length === 1) return 'number';
  if (types.has(word)) return 'type';
  return titles.has(word) ? 'title' : 'name';
}
