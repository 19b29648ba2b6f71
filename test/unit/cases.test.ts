import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { someOf } from '../support/cases.ts';

const cases = Array.from({ length: 50 }, (_, index) => index);
let before: string | undefined;

beforeEach(() => {
  before = process.env.CASES;
});
afterEach(() => {
  if (before === undefined) delete process.env.CASES;
  else process.env.CASES = before;
});

test('without CASES all of them are chosen', () => {
  delete process.env.CASES;
  expect(someOf(cases, 5)).toEqual(cases);
});

test('with CASES some are chosen, in their order, and the same ones each time', () => {
  process.env.CASES = 'a1b2c3';
  const some = someOf(cases, 5);
  expect(some).toHaveLength(5);
  expect(some).toEqual([...some].sort((one, other) => one - other));
  expect(someOf(cases, 5)).toEqual(some);
  expect(someOf(cases, 60)).toEqual(cases);
});

test('each case is chosen, about as often as any other', () => {
  const turns = new Map<number, number>();
  for (let commit = 0; commit < 1_000; commit++) {
    process.env.CASES = `commit ${commit}`;
    for (const each of someOf(cases, 5)) turns.set(each, (turns.get(each) ?? 0) + 1);
  }
  expect(turns.size).toBe(50);
  expect(Math.min(...turns.values())).toBeGreaterThan(60);
  expect(Math.max(...turns.values())).toBeLessThan(140);
});
