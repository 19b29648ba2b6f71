import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { LIMITS, WINDOW_SECONDS } from '../../lib/adapters/data/mailings/page-tries.ts';
import { isAuthenticityNumber, RANDOM_LETTERS } from '../../lib/core/domain/authenticity.ts';
import { inGroups, TOKEN_LETTERS } from '../../lib/core/domain/hosted-page.ts';
import { TYPED_ALPHABET } from '../../lib/core/domain/ids.ts';
import { readSettings } from '../../lib/infra/settings.ts';
import { type FindByNumberDeps, findPageByNumber } from '../../lib/operations/verifications/find-page-by-number.ts';
import { accountSample, letterSample } from '../support/samples.ts';
import { seeded } from '../support/seeded.ts';

/** The arithmetic of docs/decisions/genuineness.md. */
const LETTERS_WITH_NUMBER = 10_000_000;
const YEAR_SECONDS = 365 * 86_400;

const found = (guesses: number) => (guesses * LETTERS_WITH_NUMBER) / TYPED_ALPHABET.length ** RANDOM_LETTERS;
const oneNetwork = (YEAR_SECONDS / WINDOW_SECONDS) * LIMITS.misses;

describe('letters found in a year', () => {
  test('by one network: none', () => {
    expect(oneNetwork).toBe(2_628_000);
    expect(found(oneNetwork)).toBeCloseTo(0.13, 2);
  });

  test('by a thousand networks: 128 of ten million', () => {
    expect(found(1_000 * oneNetwork)).toBeCloseTo(128, 0);
  });

  test('by all the requests that the gateway accepts: 770', () => {
    expect(found(YEAR_SECONDS * readSettings(new App().node).pagesPerSecond)).toBeCloseTo(770, 0);
  });

  test('by 100,000 guesses from 1,000 networks at once: none', () => {
    expect(found(1_000 * LIMITS.misses)).toBeCloseTo(0.0024, 4);
  });
});

const [NETWORKS, GUESSES] = [1_000, 100_000];
const NOW = Date.parse('2026-11-30T12:00:00Z');

/**
 * The look-up as the page does it, at a table in which one number in `density` has a letter, with the throttle of the
 * adapter in memory (test/modules/data/page-tries.test.ts has that of the table).
 */
function pageOver(density: number) {
  const random = seeded(2026);
  const misses = new Map<string, number>();
  const hits = new Map<string, number>();
  let asked = 0;
  const deps: FindByNumberDeps = {
    accounts: { find: async () => accountSample(), hostOwner: async () => undefined },
    verifications: { find: async () => undefined, findPage: async () => undefined },
    letters: { find: async () => ({ mailing: letterSample(), version: 1, wait: null }) },
    numbers: {
      find: async () => {
        asked++;
        return random() < 1 / density ? { account_id: 'acc_bcdfgh', letter_id: 'ltr_1' } : undefined;
      },
      count: async () => 1,
    },
    tries: {
      countMiss: async (network) => void misses.set(network!, (misses.get(network!) ?? 0) + 1),
      waitAfterMisses: async (network) => ((misses.get(network!) ?? 0) >= LIMITS.misses ? WINDOW_SECONDS : undefined),
      takeLookUp: async (network) => {
        hits.set(network!, (hits.get(network!) ?? 0) + 1);
        return hits.get(network!)! > LIMITS.address ? WINDOW_SECONDS : undefined;
      },
    },
  };
  return { deps, asked: () => asked };
}

/** A number with its right check letter, as a guesser computes it. */
function guess(random: () => number): string {
  const letter = () => TYPED_ALPHABET[Math.floor(random() * TYPED_ALPHABET.length)]!;
  const letters = Array.from({ length: TOKEN_LETTERS - 1 }, letter).join('');
  return [...TYPED_ALPHABET].map((check) => inGroups(letters + check)).find(isAuthenticityNumber)!;
}

async function guessed(density: number) {
  const { deps } = pageOver(density);
  const random = seeded(7);
  const outcomes = { found: 0, unknown: 0, throttled: 0 };
  for (let at = 0; at < GUESSES; at++) {
    const network = `198.51.${(at % NETWORKS) >> 8}.${(at % NETWORKS) & 255}`;
    const page = await findPageByNumber(deps, { number: guess(random), host: null, network, now: NOW });
    if ('state' in page) outcomes.found++;
    else if ('kind' in page && page.kind === 'throttled') outcomes.throttled++;
    else outcomes.unknown++;
  }
  return outcomes;
}

test('100,000 guesses from 1,000 networks at once get as many answers as the throttle allows, and find what chance says', async () => {
  const density = 1_000;
  const { found: hits, unknown, throttled } = await guessed(density);
  // Every network gets its misses answered, and what it found before that.
  expect(unknown).toBe(NETWORKS * LIMITS.misses);
  expect(hits + unknown + throttled).toBe(GUESSES);
  const expected = unknown / (density - 1);
  expect(Math.abs(hits - expected)).toBeLessThan(5 * Math.sqrt(expected));
}, 120_000);

test('at the density of ten million letters they find none', async () => {
  const density = TYPED_ALPHABET.length ** RANDOM_LETTERS / LETTERS_WITH_NUMBER;
  expect(await guessed(density)).toEqual({ found: 0, unknown: 50_000, throttled: 50_000 });
}, 120_000);
