import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** What people read: the dashboard, the site, pages, mails, errors and changelogs. */
const forPeople = globSync(
  ['dashboard/src/**/{pt,en,texts}.ts', 'docs/site/pages/**/*.mdx', 'lib/texts/**/*.ts', 'CHANGELOG*.md'],
  { cwd: root },
);

const avoided = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Word'))
  .flatMap((line) => line.split('|').at(-2)!.split(','))
  .map((word) => word.trim())
  .filter((word) => word !== '');

describe('the words of the glossary', () => {
  test('are many, and so is what people read', () => {
    expect([avoided.length > 10, forPeople.length > 50]).toEqual([true, true]);
  });

  test.each(avoided)('nobody reads "%s"', (word) => {
    const whole = new RegExp(String.raw`(?<![\p{L}])${word}(?![\p{L}])`, 'iu');
    expect(forPeople.filter((path) => whole.test(read(path)))).toEqual([]);
  });
});
