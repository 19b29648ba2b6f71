import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ASVS_PAGE, asvsPage, requirements } from '../../../lib/programs/site/asvs-page.ts';

const repository = resolve(import.meta.dirname, '../../..');

// A security officer who looks for a proof must find it.
test('every test that docs/security.md names exists', () => {
  const page = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`(test\/[a-z/-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !isTest(path))).toEqual([]);
});

const isTest = (path: string) => globSync(`${path}{,.test.ts}`, { cwd: repository }).length > 0;

describe('the table of OWASP ASVS', () => {
  test('has every requirement of levels 1 and 2 once', () => {
    const ids = requirements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const chapters = Map.groupBy(ids, (id) => id.split('.')[0]!);
    // By chapter in ASVS 5.0.0, without level 3.
    expect(Object.fromEntries([...chapters].map(([chapter, { length }]) => [chapter, length]))).toEqual(CHAPTERS);
    expect(requirements.filter(({ level }) => level !== 1 && level !== 2)).toEqual([]);
  });

  test('names a test or a page for what is met, and a reason for all else', () => {
    for (const { id, verdict, proof = [], reason = '' } of requirements)
      expect([id, verdict === 'met', proof.length > 0, reason === '']).toEqual([
        id,
        verdict === 'met',
        verdict === 'met',
        verdict === 'met',
      ]);
    const named = requirements.flatMap(({ proof = [] }) => proof);
    const isThere = (path: string) => (path.startsWith('test/') ? isTest(path) : existsSync(join(repository, path)));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('is the page that customers read', () => {
    expect(readFileSync(join(repository, ASVS_PAGE), 'utf8')).toBe(asvsPage());
  });
});

const CHAPTERS = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};
