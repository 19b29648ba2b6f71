import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

/** A use case beside its door would be found by nobody who looks among the others in `lib/operations`. */
test('each function folder contains only handler.ts', () => {
  const files = globSync('functions/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !file.endsWith('/handler.ts'))).toEqual([]);
});
