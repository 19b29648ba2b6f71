import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const repository = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

interface Locked {
  integrity?: string;
  link?: boolean;
  /** Part of another package, whose hash covers it. */
  inBundle?: boolean;
}

// npm installs an entry without a hash unchecked, also on machines where the others are checked.
test.each([
  'package-lock.json',
  'test/generators/typescript/package-lock.json',
  'test/clients/typescript/runtimes/package-lock.json',
])('%s has a hash for each package', (path) => {
  const { packages } = JSON.parse(read(path)) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(
    ([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle,
  );
  expect(installed.length).toBeGreaterThan(0);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
});

// A tag can be moved, a commit cannot (https://docs.github.com/en/actions/reference/security/secure-use).
test('workflows name each action by its commit', () => {
  const uses = readdirSync(join(repository, '.github/workflows')).flatMap((file) =>
    [...read(`.github/workflows/${file}`).matchAll(/^\s*-?\s*uses:\s*(\S+)/gm)].map(([, action]) => action!),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
