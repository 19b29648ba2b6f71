import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { filesOf, suiteNames, suites, turnsOf } from '../support/runner/suites.ts';
import { inTurn, type Turn } from '../support/runner/turns.ts';

const named = (...seconds: number[]): Turn[] =>
  seconds.map((each, index) => ({ name: `file ${index}`, seconds: each }));
const total = (items: readonly Turn[]) => items.reduce((sum, { seconds }) => sum + seconds, 0);
const commits = Array.from({ length: 2_000 }, (_, number) => `commit ${number}`);

/** In which share of the commits each item runs. */
function counted(items: readonly Turn[], budget: number): number[] {
  const chosen = commits.map((commit) => inTurn(items, budget, commit));
  return items.map((item) => chosen.filter((some) => some.includes(item)).length / commits.length);
}

describe('inTurn', () => {
  test('chooses everything without cases, and whatever fits into the budget', () => {
    const items = named(100, 3, 200);
    expect(inTurn(items, 10, undefined)).toEqual(items);
    expect(inTurn(items, 303, 'a1b2c3')).toEqual(items);
    expect(inTurn([], 10, 'a1b2c3')).toEqual([]);
  });

  test('gives each item the same slice: short ones always run, long ones the more rarely the longer they take', () => {
    // The slice is 10: 5 + 10 + 10 + 10 = 35.
    const [short, fitting, double, long] = counted(named(5, 10, 20, 50), 35);
    expect([short, fitting]).toEqual([1, 1]);
    expect(double).toBeCloseTo(1 / 2, 1);
    expect(long).toBeCloseTo(1 / 5, 1);
  });

  test('runs everything in every twelfth commit at least, even without a budget', () => {
    for (const share of counted(named(1, 60, 600, 6_000), 0)) expect(share).toBeCloseTo(1 / 12, 1.5);
  });

  test('keeps the order, and the choice of a commit', () => {
    const items = named(9, 1, 8, 2, 7, 3, 6, 4, 5);
    const chosen = inTurn(items, 15, 'a1b2c3');
    expect(chosen).toEqual(items.filter((item) => chosen.includes(item)));
    expect(inTurn(items, 15, 'a1b2c3')).toEqual(chosen);
  });

  test('takes about the budget for each commit: the longest items alone make a difference', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 100 }),
        fc.string({ minLength: 1 }),
        (seconds, commit) => {
          const items = named(...seconds);
          const budget = total(items) / 4;
          const chosen = total(inTurn(items, budget, commit));
          expect(Math.abs(chosen - budget)).toBeLessThanOrEqual(60 * 1.5);
        },
      ),
    );
  });
});

describe('the files of a suite', () => {
  const files = [
    'test/programs/commits/subjects.test.ts',
    'test/programs/pdf/a.test.ts',
    'test/programs/pdf/b.test.ts',
    'test/new/c.test.ts',
  ];
  const seconds = {
    'test/programs/commits/subjects.test.ts': 1,
    'test/programs/pdf/a.test.ts': 2_000,
    'test/programs/pdf/b.test.ts': 30,
  };

  test('are all of them without cases', () => {
    expect(turnsOf('programs', files, undefined, seconds)).toEqual({ files: [...files].sort(), seconds: 2_061 });
  });

  test('include those that always run; one that was never measured takes what is usual', () => {
    const chosen = commits.map((commit) => turnsOf('programs', files, commit, seconds).files);
    for (const each of chosen) expect(each).toContain('test/programs/commits/subjects.test.ts');
    const share = (file: string) => chosen.filter((each) => each.includes(file)).length / commits.length;
    expect(share('test/new/c.test.ts')).toBe(1);
    expect(share('test/programs/pdf/a.test.ts')).toBeCloseTo(0.1, 1.5);
  });

  test.each(suiteNames)('%s are found, and with them those that always run', async (name) => {
    const found = await filesOf(name);
    expect(found.length).toBeGreaterThan(10);
    for (const part of suites[name].always) expect(found.filter((file) => file.includes(part))).toHaveLength(1);
    expect(found.filter((file) => !file.startsWith('test/') && !file.startsWith('lib/local-cloud/test/'))).toEqual([]);
  });
});
