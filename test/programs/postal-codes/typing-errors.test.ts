import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openDirectory } from '../../../lib/adapters/postal-codes/directory.ts';
import { explain, judge, openPlaces, withOldNames } from './support/address-judge.ts';

/**
 * Addresses of the whole directory with one error each, as people write them (rule ADDR-10): letters swapped, missing or
 * doubled, no accents, abbreviations, older names, and a postal code that is absent, right or wrong. `ADDRESSES=200000`
 * tries as many, `SEED` others.
 */
const cases = Number(process.env.ADDRESSES ?? 4_000);
const seed = Number(process.env.SEED ?? 1);
/** A check of 4,000 takes five seconds after the seven of the index. */
const LONGEST_MS = 60_000 + 30 * cases;

const folder = mkdtempSync(join(tmpdir(), 'malote-streets-'));
const directory = withOldNames(openDirectory(resolve(import.meta.dirname, '../../../data/postal-codes')), 7);

afterAll(() => {
  directory.close();
  rmSync(folder, { recursive: true });
});

test(
  'the address that was meant comes first, and what is certain is right',
  async () => {
    const places = await openPlaces(directory, folder);
    const { cases: tried, right, certain, certainAndWrong, milliseconds } = judge(places, directory, cases, seed);
    const share = (count: number) => `${((100 * count) / tried).toFixed(2)} %`;
    const at = (fraction: number) => milliseconds[Math.floor(fraction * (tried - 1))]!.toFixed(1);
    process.stdout.write(
      `${tried} addresses of seed ${seed}: ${share(right)} right, ${share(certain)} certain, ${certainAndWrong.length} of ` +
        `these wrong; median ${at(0.5)} ms, 99 % within ${at(0.99)} ms\n`,
    );
    expect(tried).toBeGreaterThan(0.9 * cases);
    expect(right / tried).toBeGreaterThanOrEqual(0.97);
    expect(certain / tried).toBeGreaterThan(0.6);
    expect(certainAndWrong.map((written) => explain(places, written))).toEqual([]);
  },
  LONGEST_MS,
);
