import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const repository = resolve(import.meta.dirname, '../..');

// A security officer who looks for a proof must find it.
test('every test that docs/security.md names exists', () => {
  const page = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`(test\/[a-z/-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => globSync(`${path}{,.test.ts}`, { cwd: repository }).length === 0)).toEqual([]);
});
