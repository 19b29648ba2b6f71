import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { basePathOf, createPageToken, isPageToken, readTypedId } from '../../lib/core/domain/hosted-page.ts';
import { digitsOfCode, drawCode, isTypedCode } from '../../lib/core/domain/verification-codes.ts';

/** Gives these numbers of three bytes, one after another. */
function drawing(...numbers: number[]) {
  const left = numbers.flatMap((number) => [number >> 16, (number >> 8) & 255, number & 255]);
  return (size: number) => Uint8Array.from(left.splice(0, size));
}

describe('a code', () => {
  test.each([
    [0, '000000'],
    [7, '000007'],
    [999_999, '999999'],
    [1_000_000, '000000'],
    [15_999_999, '999999'],
  ])('%d gives %s', (number, code) => expect(drawCode(drawing(number))).toBe(code));

  test('is drawn again where the numbers do not fall evenly on all codes', () => {
    expect(drawCode(drawing(16_000_000, 16_777_215, 42))).toBe('000042');
  });

  test('has every digit in every place about equally often', () => {
    const draws = 20_000;
    const counts = Array.from({ length: 6 }, () => new Array<number>(10).fill(0));
    for (let draw = 0; draw < draws; draw++)
      [...drawCode(randomBytes)].forEach((digit, place) => counts[place]![Number(digit)]!++);
    // Nine degrees of freedom: above 50 comes once in ten million times.
    for (const place of counts) {
      const expected = draws / 10;
      const chiSquare = place.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquare).toBeLessThan(50);
    }
  });

  test.each(['123456', '123 456', '123-456', ' 1 2-3\u00a04–5—6 ', '\t123456\n'])('%j is six digits', (text) => {
    expect(isTypedCode(text)).toBe(true);
    expect(digitsOfCode(text)).toBe('123456');
  });

  test.each(['', '12345', '1234567', '12345a', '+123456', '123.456', '１２３４５６', '123456\u200b', '-'])(
    '%j is no code',
    (text) => expect(isTypedCode(text)).toBe(false),
  );
});

describe('the address of a page', () => {
  test('ends in a token of 130 random bits, none like another', () => {
    const tokens = Array.from({ length: 1_000 }, () => createPageToken(randomBytes));
    for (const token of tokens) expect(isPageToken(token)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
    // Every letter that looks like a digit is left out, so that reading one for the other leads to the same page.
    expect(tokens.join('')).toMatch(/^[0-9a-hjkmnp-tv-z]+$/);
  });

  test('is read as people type it', () => {
    expect(readTypedId(' 0O1Il-ABC ')).toBe('00111-abc');
    expect(isPageToken(readTypedId('A'.repeat(26)))).toBe(true);
    for (const text of ['', 'a'.repeat(25), 'a'.repeat(27), 'a'.repeat(5_000), `${'a'.repeat(25)}/`])
      expect(isPageToken(readTypedId(text))).toBe(false);
  });

  test.each([
    ['https://confirmar.example', ''],
    ['https://confirmar.example/', ''],
    ['http://127.0.0.1:4010/confirm', '/confirm'],
  ])('of %s lies below %j', (base, path) => expect(basePathOf(base)).toBe(path));
});
