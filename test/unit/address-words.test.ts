import { describe, expect, test } from '@jest/globals';
import { addressWords, formsOf, kindOfWord, MOST_WORDS } from '../../lib/core/domain/address-words.ts';

describe('the words of an address (rule ADDR-10)', () => {
  test.each([
    ['Av. São João', 'av sao joao'],
    ['QD10 LT 3-A', 'qd 10 lt 3 a'],
    ["Rua Boca d'Água", 'rua boca d agua'],
    ['', ''],
  ])('%j are %j', (text, words) => {
    expect(addressWords(text).join(' ')).toBe(words);
  });

  test('are as many as the longest street has, whatever a field holds', () => {
    expect(addressWords('a '.repeat(75))).toHaveLength(MOST_WORDS);
  });

  test.each([
    ['av', 'avenida'],
    ['doutor', 'dr'],
    ['quinze', 'xv'],
    ['15', 'xv'],
  ])('%j may stand for %j', (word, other) => {
    expect(formsOf(word).has(other)).toBe(true);
    expect(formsOf(other).has(word)).toBe(true);
  });

  test('a word that is written in its own way stands for no other', () => {
    expect([...formsOf('caiubi')]).toEqual([]);
  });

  test.each([
    ['de', 'connective'],
    ['rua', 'type'],
    ['doutor', 'title'],
    ['caiubi', 'name'],
    ['7', 'number'],
    ['c', 'number'],
  ])('%j is a %s', (word, kind) => {
    expect(kindOfWord(word)).toBe(kind);
  });
});
