import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Pinned, pinnedFiles } from '../support/pinned-files.ts';

/** The table of docs/decisions/pinned-files.md, the code that reads objects, and the tests that replace them. */

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const rows = Object.entries(pinnedFiles) as [Pinned, (typeof pinnedFiles)[Pinned]][];

test('the page has a row for each file, with the moments at which tests replace it', () => {
  const onPage = Array.from(read('docs/decisions/pinned-files.md').matchAll(/^\| (.*) \|$/gm), ([, line]) =>
    line!.split(' | '),
  ).filter(([first, ...others]) => others.length === 4 && !/^(File|-+)\s*$/.test(first!));
  expect(
    onPage.filter(([, , , , moments]) => moments !== 'none').map(([name, , , , moments]) => [name, moments]),
  ).toEqual(rows.map(([, { name, moments }]) => [name, moments.join('; ')]));
});

test('each moment has its test', () => {
  for (const [file, { test: path, moments }] of rows) {
    const source = read(path);
    expect([file, source.includes(`momentsOf('${file}')`) || source.includes(`testEach('${file}'`)]).toEqual([
      file,
      true,
    ]);
    expect([file, moments.filter((moment) => !source.includes(`'${moment}':`))]).toEqual([file, []]);
  }
});

test('each place that reads objects belongs to a row', () => {
  // The reader that others use, and files that are only written.
  const others = ['lib/adapters/documents/stored-objects.ts', 'lib/adapters/production/postal-files.ts'];
  const reading = globSync('{lib/adapters,lib/operations,functions}/**/*.ts', { cwd: root }).filter((path) =>
    /GetObjectCommand|HeadObjectCommand|CopyObjectCommand|readObject\(|openTexts\(/.test(read(path)),
  );
  const known = [...rows.flatMap<string>(([, { readBy }]) => readBy), ...others];
  expect(reading.sort()).toEqual([...new Set(known)].sort());
});
