import { describe, expect, test } from '@jest/globals';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { useTable } from '../../support/dynamodb.ts';
import { type Moment, momentsOf } from '../../support/pinned-files.ts';
import { printHouse } from './support/print-house.ts';
import { at } from './support/scenario.ts';

/** Reports of the print house that are replaced while they are applied (docs/decisions/pinned-files.md). */

const table = useTable();
const KEY = 'inbox/report.jsonl';
/** Two parts of four lines. */
const LETTERS = 8;

/** Letters in production, a report that says that each is printed, and another that says that each failed. */
async function reported() {
  const house = printHouse(table);
  const account = await house.openAccount();
  const letters: Letter[] = [];
  for (let count = 0; count < LETTERS; count++) letters.push(await house.letter(account));
  await house.form();
  const linesOf = (fields: object) => letters.map(({ id }) => ({ id, at, ...fields }));
  const version = house.drop(KEY, linesOf({ status: 'printed' }));
  return {
    version,
    replace: () => house.drop(KEY, linesOf({ status: 'failed', reason: 'damaged' })),
    apply: (mayGoOn?: () => boolean) => house.apply(KEY, undefined, mayGoOn, version),
    statuses: async () => Promise.all(letters.map(async (letter) => (await house.find(letter)).status)),
    results: () => house.results('results/report.jsonl').map(({ result }) => result),
  };
}

type Reported = Awaited<ReturnType<typeof reported>>;

const cases: Record<Moment<'report'>, (report: Reported) => Promise<void>> = {
  'its arrival and its first part': async ({ replace, apply }) => {
    replace();
    expect(await apply()).toBe(true);
  },
  'two parts of it': async ({ replace, apply }) => {
    let parts = 0;
    expect(await apply(() => parts++ < 1)).toBe(false);
    replace();
    expect(await apply()).toBe(true);
  },
  'its last part and a repetition': async ({ replace, apply }) => {
    expect(await apply()).toBe(true);
    replace();
    expect(await apply()).toBe(true);
  },
};

describe('a report that is replaced', () => {
  test.each(momentsOf('report'))('between %s is applied as it arrived', async (moment) => {
    const report = await reported();
    await cases[moment](report);
    expect(await report.statuses()).toEqual(Array(LETTERS).fill('printed'));
    expect(report.results()).toEqual(Array(LETTERS).fill('applied'));
  });
});
