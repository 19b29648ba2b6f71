import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { 'module.exports' as filesInTurn } from '../runner/files-in-turn.ts';
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

describe('files in turn', () => {
  const files = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'a/7', 'b/1', 'c/1', 'c/2', 'commits/1', 'd/1', 'e/1'];
  const paths = files.map((path) => `/test/${path}.test.ts`);

  test('are a sixth of each folder, at least one, half of the single files, and the subjects of commits', () => {
    process.env.CASES = 'a1b2c3';
    const folders = filesInTurn(paths).filtered.map((path) => path.split('/')[2]!);
    expect(folders.filter((folder) => ['a', 'c', 'commits'].includes(folder))).toEqual(['a', 'a', 'c', 'commits']);
    expect(folders.filter((folder) => ['b', 'd', 'e'].includes(folder))).toHaveLength(2);
  });

  test('are all of them without CASES', () => {
    delete process.env.CASES;
    expect(filesInTurn(paths).filtered).toEqual(paths);
  });

  test('are each chosen at some point', () => {
    const seen = new Set<string>();
    for (let commit = 0; commit < 100; commit++) {
      process.env.CASES = `commit ${commit}`;
      for (const path of filesInTurn(paths).filtered) seen.add(path);
    }
    expect([...seen].sort()).toEqual(paths);
  });
});
