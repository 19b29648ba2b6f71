import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  basePathOf,
  createPageToken,
  qrCodeTarget,
  readPageToken,
  readTypedId,
} from '../../lib/core/domain/hosted-page.ts';
import { digitsOfCode, drawCode, grouped, HIDDEN_CODE, isTypedCode } from '../../lib/core/domain/verification-codes.ts';
import { seeded } from '../support/seeded.ts';

/** Bytes that depend only on the seed. */
function seededBytes(seed: number) {
  const random = seeded(seed);
  return (size: number) => Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
}

/** Returns these three-byte numbers, one after another. */
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
  ])('the random number %d becomes the code %s', (number, code) => expect(drawCode(drawing(number))).toBe(code));

  test('is drawn again where the random numbers are not evenly distributed', () => {
    expect(drawCode(drawing(16_000_000, 16_777_215, 42))).toBe('000042');
  });

  test('has every digit at every position about equally often', () => {
    const draws = 20_000;
    const counts = Array.from({ length: 6 }, () => new Array<number>(10).fill(0));
    for (let draw = 0; draw < draws; draw++)
      [...drawCode(randomBytes)].forEach((digit, place) => counts[place]![Number(digit)]!++);
    // Nine degrees of freedom: above 50 occurs once in ten million times.
    for (const place of counts) {
      const expected = draws / 10;
      const chiSquare = place.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquare).toBeLessThan(50);
    }
  });

  test('is read aloud in two groups, and hidden by as many zeros', () => {
    expect([grouped('123456'), HIDDEN_CODE]).toEqual(['123 456', '000000']);
  });

  test.each(['123456', '123 456', '123-456', ' 1 2-3\u00a04–5—6 ', '\t123456\n'])('%j is six digits', (text) => {
    expect(isTypedCode(text)).toBe(true);
    expect(digitsOfCode(text)).toBe('123456');
  });

  test.each(['', '12345', '1234567', '12345a', '+123456', '123.456', '１２３４５６', '123456\u200b', '-'])(
    '%j is not a code',
    (text) => expect(isTypedCode(text)).toBe(false),
  );
});

describe('the address of a page', () => {
  test('ends with a random token of twelve letters in groups', () => {
    const tokens = Array.from({ length: 1_000 }, () => createPageToken(randomBytes));
    // No digits, nothing that looks like one, no vowel.
    for (const token of tokens) expect(token).toMatch(/^(?:[b-df-hj-km-np-tv-z]{4}(?:-|$)){3}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('has every letter at every position about equally often', () => {
    const draws = 20_000;
    const counts = Array.from({ length: 12 }, () => new Map<string, number>());
    for (let draw = 0; draw < draws; draw++)
      [...createPageToken(seededBytes(draw)).replaceAll('-', '')].forEach((letter, place) =>
        counts[place]!.set(letter, (counts[place]!.get(letter) ?? 0) + 1),
      );
    // Nineteen degrees of freedom: the sum exceeds 70 once in ten million times, and the draws are always the same.
    for (const place of counts) {
      expect(place.size).toBe(20);
      const chiSquare = [...place.values()].reduce((sum, count) => sum + (count - draws / 20) ** 2 / (draws / 20), 0);
      expect(chiSquare).toBeLessThan(70);
    }
  });

  test.each([
    'bcdf-ghjk-mnpq',
    'BCDF GHJK MNPQ',
    ' bcdfghjkmnpq ',
    'b c d f – g h j k — m n p q',
    'https://confirmar.example/acc_bcdfgh/bcdf-ghjk-mnpq/',
    'confirmar.example/acc_bcdfgh/bcdfghjkmnpq#042317',
    ' https://confirmar.example/acc_bcdfgh/bcdf-ghjk-mnpq//\n',
  ])('typed as %j is recognized', (typed) => expect(readPageToken(typed)).toBe('bcdf-ghjk-mnpq'));

  test('in the long form is read too, with letters for similar digits', () => {
    expect(readPageToken(` ${'0'.repeat(24)}iL `)).toBe(`${'0'.repeat(24)}11`);
    expect(readPageToken('O'.repeat(26))).toBe('0'.repeat(26));
  });

  test.each(['', 'bcdf-ghjk-mnp', 'bcdf-ghjk-mnpqr', 'acdf-ghjk-mnpq', '0'.repeat(25), 'a'.repeat(5_000), '/', '#'])(
    '%j is not a token',
    (text) => expect(readPageToken(text)).toBeUndefined(),
  );

  test('names an account that may be typed without its underscore', () => {
    expect(readTypedId(' ACC BCDF-GH ')).toBe(readTypedId('acc_bcdfgh'));
    expect(readTypedId('acc_0O1Il')).toBe('acc00111');
  });

  test('is in capitals in a QR code, except the path below, which is unchanged', () => {
    const page = (base: string) => `${base}/acc_bcdfgh/bcdf-ghjk-mnpq`;
    expect(qrCodeTarget(page('https://confirmar.example'), '042317')).toBe(
      'https://CONFIRMAR.EXAMPLE/ACCBCDFGH/BCDFGHJKMNPQ#042317',
    );
    const below = qrCodeTarget(page('http://127.0.0.1:4010/confirm'), '042317');
    expect(below).toBe('http://127.0.0.1:4010/confirm/ACCBCDFGH/BCDFGHJKMNPQ#042317');
    expect(readPageToken(below)).toBe('bcdf-ghjk-mnpq');
  });

  test.each([
    ['https://confirmar.example', ''],
    ['https://confirmar.example/', ''],
    ['http://127.0.0.1:4010/confirm', '/confirm'],
  ])('of %s lies below %j', (base, path) => expect(basePathOf(base)).toBe(path));
});
