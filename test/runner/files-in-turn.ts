import { dirname } from 'node:path';
import { someOf } from '../support/cases.ts';

/** With `CASES`, one test file in this many runs of each folder, and at least one. */
const SHARE = 6;

/**
 * Jest's filter of long runs: a sixth of each folder's files, chosen by `CASES`, so that every commit runs some of
 * each subject. Without `CASES` all of them.
 */
function filesInTurn(paths: readonly string[]): { filtered: string[] } {
  const folders = Map.groupBy([...paths].sort(), dirname);
  return { filtered: [...folders.values()].flatMap((files) => someOf(files, Math.ceil(files.length / SHARE))) };
}

// Jest requires this form.
export { filesInTurn as 'module.exports' };
