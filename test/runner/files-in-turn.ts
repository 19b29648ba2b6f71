import { dirname } from 'node:path';
import { someOf } from '../support/cases.ts';

/** With `CASES`, one test file in this many runs of each folder, and at least one; of folders with one file, one in two. */
const SHARE = { ofFolder: 6, ofFolders: 2 };
/** It takes a tenth of a second, and a subject cannot be corrected later. */
const EVERY_TIME = '/test/commits/';

/**
 * Jest's filter of long runs: some of the files, chosen by `CASES`, so that every commit runs some of each large subject.
 * Without `CASES` all of them.
 */
function filesInTurn(paths: readonly string[]): { filtered: string[] } {
  const takeTurns = paths.filter((path) => !path.includes(EVERY_TIME)).sort();
  const folders = [...Map.groupBy(takeTurns, dirname).values()];
  const single = folders.filter(({ length }) => length === 1).flat();
  const chosen = folders
    .filter(({ length }) => length > 1)
    .flatMap((files) => someOf(files, Math.ceil(files.length / SHARE.ofFolder)));
  chosen.push(...someOf(single, Math.ceil(single.length / SHARE.ofFolders)));
  return { filtered: paths.filter((path) => path.includes(EVERY_TIME) || chosen.includes(path)) };
}

// Jest requires this form.
export { filesInTurn as 'module.exports' };
