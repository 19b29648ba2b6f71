import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nameSearch, placesOf, wordsOf } from '../../lib/core/domain/recipient-names.ts';

const isFound = (name: string, text: string) => {
  const search = nameSearch(text);
  return search !== undefined && placesOf(name).includes(search.place) && search.fits(wordsOf(name));
};

describe('a name is found (rule LIST-6)', () => {
  test.each([
    ['José da Silva', 'jose sil'],
    ['José da Silva', 'SILVA'],
    ['José da Silva', 'silva, josé'],
    ['José da Silva', 'jose da s'],
    ['José da Silva', 'da silva'],
    ['Jose\u0301 da Silva', 'josé'],
    ["Ana D'Ávila", 'avila'],
    ['Conceição & Irmãos Ltda.', 'conceicao irmaos'],
    ['Li Wei', 'li'],
    ['3M do Brasil', '3m'],
    ['Maria José', 'jose maria'],
  ])('%s by %s', (name, text) => expect(isFound(name, text)).toBe(true));

  test.each([
    ['José da Silva', 'joao'],
    ['José da Silva', 'jose souza'],
    ['José da Silva', 'ilva'],
    ['José da Silva', 'josesilva'],
    ['José da Silva', 'jo'],
    ['José da Silva', 'da'],
    ['Lia Souza', 'li'],
    ['José da Silva', '...'],
    ['---', '---'],
    ['um dois tres quatro cinco seis sete oito nove', 'nove'],
  ])('%s not by %s', (name, text) => expect(isFound(name, text)).toBe(false));

  test('by the beginnings of any of its words, in any order, once one has three letters', () => {
    const word = fc.stringMatching(/^[a-zà-öø-ü]{3,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (words, seed, cut) => {
        const name = words.join(' ').toUpperCase();
        const wanted = words.filter((_, at) => (seed >> at) % 2 === 0).reverse();
        const starts = wanted.map((one, at) => one.slice(0, at === 0 ? 3 + (cut % 7) : 1 + (cut % 9)));
        // "dos" and "das" are particles, also where another word begins so.
        if (starts.length > 0 && wordsOf(starts.join(' ')).some((start) => start.length >= 3))
          expect(isFound(name, starts.join(' '))).toBe(true);
      }),
    );
  });
});

test('a name has a place for each beginning of three letters, at most eight, and at least one', () => {
  expect(placesOf('José Josué da Silva Sá')).toEqual(['jos', 'sil', 'sa']);
  expect(placesOf('a b c d f g h i j k')).toHaveLength(8);
  expect(placesOf('!!!')).toEqual(['']);
});
