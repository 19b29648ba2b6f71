import { expect, test } from '@jest/globals';
import { operations } from '../../lib/pdf/file/lexer.ts';
import { seeded } from '../support/seeded.ts';

/** Reads a content stream in which a word is the only operand. */
const read = (word: string) => [...operations(Buffer.from(`${word} w`))].map(({ operands }) => operands);

test.each([
  ['12', 12],
  ['-12', -12],
  ['+12', 12],
  ['0', 0],
  ['-0', -0],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['5.', 5],
  ['00012.50', 12.5],
  ['595.276', 595.276],
  ['0.1', 0.1],
  ['123456789012345', 123_456_789_012_345],
  ['12345678901234567890', 12_345_678_901_234_567_168],
  ['0.00000000000000001', 1e-17],
])('"%s" is a number', (word, number) => {
  expect(read(word)).toEqual([[number]]);
});

test.each([
  ['--5', -5],
  ['1.2.3', 1.2],
  ['1-2', 1],
  ['5-', 5],
  ['12a', 12],
  ['-', 0],
  ['.', 0],
])('"%s" is damaged, and read as viewers read it', (word, number) => {
  expect(read(word)).toEqual([[number]]);
});

test('every number is the one closest to its digits', () => {
  const random = seeded(7);
  for (let round = 0; round < 20_000; round++) {
    const sign = random() < 0.3 ? '-' : '';
    const word = sign + (random() * 10 ** Math.floor(random() * 12)).toFixed(Math.floor(random() * 9));
    expect([word, read(word)]).toEqual([word, [[Number.parseFloat(word)]]]);
  }
});
