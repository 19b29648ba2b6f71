import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const repository = resolve(import.meta.dirname, '../../..');
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
  'test/outside/generators/typescript/package-lock.json',
  'test/outside/clients/typescript/runtimes/package-lock.json',
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

// pip then checks each file that it installs, and refuses a package that is not listed
// (https://pip.pypa.io/en/stable/topics/secure-installs/#hash-checking-mode).
describe('the packages of Python', () => {
  const files = globSync('test/**/requirements*.txt', { cwd: repository, exclude: ['**/node_modules/**'] });

  test.each(files)('%s has a hash for each package', (path) => {
    const packages = read(path)
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n');
    expect(
      packages.filter((line) => !/^[\w.-]+(\[[\w,]+\])?==\S+( ; [^-]+)? +--hash=sha256:[0-9a-f]{64}/.test(line)),
    ).toEqual([]);
  });

  test('are in files that are found', () => expect(files.length).toBeGreaterThan(7));
});

// Go checks each module against go.sum (https://go.dev/ref/mod#go-sum-files).
test.each(['clients/go', 'test/modules/spreadsheets/corpus/writers/go'])('%s has a hash for each module', (folder) => {
  const required = [...read(`${folder}/go.mod`).matchAll(/^\s*(?:require )?([\w./-]+\.[\w./-]+) (v\S+)/gm)];
  const sums = read(`${folder}/go.sum`);
  expect(
    required.filter(([, name, version]) => !sums.includes(`${name} ${version} h1:`)).map(([line]) => line),
  ).toEqual([]);
});
