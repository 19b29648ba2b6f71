import { expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { LIMITS, WINDOW_SECONDS } from '../../lib/adapters/data/mailings/page-tries.ts';
import { TOKEN_LETTERS } from '../../lib/core/domain/hosted-page.ts';
import { TYPED_ALPHABET } from '../../lib/core/domain/ids.ts';
import { CODE_ATTEMPTS, CODE_LENGTH } from '../../lib/core/domain/verification-codes.ts';
import { CONFIRMATION_DAYS } from '../../lib/core/domain/verifications.ts';
import { readSettings } from '../../lib/infra/settings.ts';

/** The arithmetic of docs/decisions/page-tokens.md. */
const CODES_WAITING = 1_000_000;
const LIFE_SECONDS = CONFIRMATION_DAYS * 86_400;
const CHANCE_OF_A_PAGE = CODE_ATTEMPTS / 10 ** CODE_LENGTH;

const pagesFound = (guesses: number, letters = TOKEN_LETTERS) =>
  (guesses * CODES_WAITING) / TYPED_ALPHABET.length ** letters;

const oneNetwork = (LIFE_SECONDS / WINDOW_SECONDS) * LIMITS.misses;
const everything = LIFE_SECONDS * readSettings(new App().node).pagesPerSecond;

test('one network finds no page', () => {
  expect(oneNetwork).toBe(432_000);
  expect(pagesFound(oneNetwork)).toBeLessThan(0.000_11);
});

test('all the requests that the gateway accepts find less than one page, and confirm nothing', () => {
  expect(pagesFound(everything)).toBeCloseTo(0.63, 2);
  expect(pagesFound(everything) * CHANCE_OF_A_PAGE).toBeLessThan(4e-6);
});

test('one letter fewer would expose pages', () => {
  expect(pagesFound(everything, TOKEN_LETTERS - 1)).toBeGreaterThan(10);
});
