import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { mutants } from './mutants.ts';
import { mutated } from './mutation.ts';

const root = resolve(import.meta.dirname, '../..');

/** `npm run faults -- --mutants` tries them; this only checks that their texts still match the code. */
test.each(mutants)('$name', async (mutant) => {
  const source = await readFile(join(root, mutant.file), 'utf8');
  expect(mutated(mutant, source)).not.toBe(source);
});
