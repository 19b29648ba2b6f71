import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { mutants } from './mutants.ts';
import { mutated, placeOf } from './mutation.ts';

const root = resolve(import.meta.dirname, '../../..');
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** `npm run faults -- --mutants` tries them; this only checks that their texts still match the code. */
test.each(mutants)('$name', (mutant) => {
  const source = sourceOf(mutant.file);
  expect(mutated(mutant, source)).not.toBe(source);
});

const files = globSync(['lib/adapters/data/**/*.ts', 'statemachines/*'], { cwd: root }).sort();

/** A condition of a write, with its value; neither a type, nor a condition that is passed on. */
const CONDITION = /\b(?:ConditionExpression|condition)"?: (?!string;|[A-Z][a-zA-Z]+[<)]|change\.condition)(.+)$/;

/** The conditions of a file that no mutant removes, neither in place nor where a name in them is declared. */
function keptConditions(file: string): string[] {
  const source = sourceOf(file);
  const removed = mutants.filter((mutant) => mutant.file === file).map((mutant) => placeOf(mutant, source));
  let end = -1;
  const lines = source.split('\n').map((text) => {
    const start = end + 1;
    end = start + text.length;
    return { text, isRemoved: removed.some((place) => place.start < end && place.end > start) };
  });
  const isDeclaredRemoved = (value: string) =>
    (value.match(/\b[a-z]\w+\b|\b[A-Z_]{2,}\b/g) ?? []).some((name) =>
      lines.some(({ text, isRemoved }) => isRemoved && text.includes(`const ${name} = `)),
    );
  return lines.flatMap(({ text, isRemoved }) => {
    const value = CONDITION.exec(text)?.[1];
    return value === undefined || isRemoved || isDeclaredRemoved(value) ? [] : [text.trim()];
  });
}

describe('a mutant removes each condition of', () => {
  test.each(files)('%s', (file) => {
    expect(keptConditions(file)).toEqual([]);
  });
});
