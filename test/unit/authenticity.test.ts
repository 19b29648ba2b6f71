import { describe, expect, test } from '@jest/globals';
import {
  authenticityMark,
  createAuthenticityNumber,
  isAuthenticityNumber,
  OFTEN_LOOKED_UP,
  shownLetterOf,
} from '../../lib/core/domain/authenticity.ts';
import { readPageToken } from '../../lib/core/domain/hosted-page.ts';
import { TYPED_ALPHABET } from '../../lib/core/domain/ids.ts';
import { letterSample } from '../support/samples.ts';
import { seeded } from '../support/seeded.ts';

const random = seeded(1);
const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
const numbers = Array.from({ length: 200 }, () => createAuthenticityNumber(bytes));

describe('a number (rule GEN-2)', () => {
  test('has twelve letters in groups of four, is read from paper like a page token, and is checked', () => {
    for (const number of numbers) {
      expect(number).toMatch(/^[b-df-hjkm-np-tv-z]{4}(?:-[b-df-hjkm-np-tv-z]{4}){2}$/);
      expect(readPageToken(` ${number.toUpperCase().replaceAll('-', ' ')} `)).toBe(number);
      expect(isAuthenticityNumber(number)).toBe(true);
    }
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('is refused with any one letter wrong', () => {
    for (const number of numbers.slice(0, 20))
      for (const [at, letter] of [...number].entries())
        for (const other of letter === '-' ? '' : TYPED_ALPHABET)
          expect([other, isAuthenticityNumber(number.slice(0, at) + other + number.slice(at + 1))]).toEqual([
            other,
            other === letter,
          ]);
  });

  test('is refused with nearly all exchanged neighbors', () => {
    const exchanged = numbers.flatMap((number) => {
      const letters = [...number.replaceAll('-', '')];
      return letters.slice(1).flatMap((letter, at) => {
        const other = letters[at]!;
        return letter === other
          ? []
          : [
              letters
                .with(at, letter)
                .with(at + 1, other)
                .join(''),
            ];
      });
    });
    const unseen = exchanged.filter((letters) => isAuthenticityNumber(letters));
    expect(unseen.length / exchanged.length).toBeLessThan(0.01);
  });

  test.each(['', 'bcdf', 'bcdf-ghjk-mnp1', '0123456789ab'])('is not %j', (text) => {
    expect(isAuthenticityNumber(text)).toBe(false);
  });
});

test('the mark names the host of the company, else that of the service', () => {
  const number = numbers[0]!;
  expect(authenticityMark({ face: { page_host: 'confirme.ipe.example' } }, 'https://c.example', number)).toEqual({
    host: 'confirme.ipe.example',
    number,
  });
  expect(authenticityMark({}, 'https://c.example/v1/', number).host).toBe('c.example/v1');
});

describe('what the page says of a letter (rule GEN-3)', () => {
  const posted = letterSample({
    status: 'posted',
    reached: { received: 1, in_production: 2, printed: 3, posted: 4 },
    tracking_code: 'AA123456785BR',
    pages: 3,
    sheets: 2,
  });

  test('of one that is posted: when, how large, and its code; nothing else of it', () => {
    expect(shownLetterOf(posted, 1)).toEqual({
      kind: 'letter_genuine',
      posted_at: 4,
      pages: 3,
      sheets: 2,
      tracking_code: 'AA123456785BR',
      looked_up: null,
    });
  });

  test('how often it was looked up, once that is more than one household does', () => {
    expect(shownLetterOf(posted, OFTEN_LOOKED_UP)).toMatchObject({ looked_up: null });
    expect(shownLetterOf(posted, OFTEN_LOOKED_UP + 1)).toMatchObject({ looked_up: OFTEN_LOOKED_UP + 1 });
  });

  test.each([
    ['scheduled', 'letter_not_posted'],
    ['received', 'letter_not_posted'],
    ['in_production', 'letter_not_posted'],
    ['printed', 'letter_not_posted'],
    ['canceled', 'letter_revoked'],
    ['failed', 'letter_revoked'],
  ] as const)('of one that is %s: %s', (status, kind) => {
    expect(shownLetterOf(letterSample({ status }), 1)).toEqual({ kind });
  });
});
