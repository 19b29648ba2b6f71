import { dirname } from 'node:path';
import { someOf } from '../support/cases.ts';

/** Of the test files of a folder, where `CASES` chooses: one in so many, and one at least. */
const SHARE = 4;

/**
 * Jest's filter of long runs: of each folder a quarter of its files, chosen by `CASES`, so that every commit runs some of each
 * subject. Without `CASES` all of them.
 */
function filesInTurn(paths: readonly string[]): { filtered: string[] } {
  const folders = Map.groupBy([...paths].sort(), dirname);
  return { filtered: [...folders.values()].flatMap((files) => someOf(files, Math.ceil(files.length / SHARE))) };
}

// Jest requires it.
export { filesInTurn as 'module.exports' };
