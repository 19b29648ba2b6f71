import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { compare } from '../../../modules/spreadsheets/corpus/compare.ts';
import { frozenBooks, writers } from '../../../modules/spreadsheets/corpus/frozen.ts';
import { hasLibreOffice, judge } from '../../../modules/spreadsheets/corpus/judge.ts';
import { someOf } from '../../../support/cases.ts';

/** The corpus, judged again by the LibreOffice of this machine: a commit a part of it, the nightly run all. */
const folder = mkdtempSync(join(tmpdir(), 'judged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judged = hasLibreOffice() ? test : test.skip;

judged.each(someOf(writers, 2))('LibreOffice shows what we read of %s', async (writer) => {
  const books = frozenBooks(writer);
  const paths = books.map(({ file, bytes }) => {
    const path = join(folder, file);
    writeFileSync(path, bytes);
    return path;
  });
  const shown = await judge(paths);
  for (const { name, file, bytes } of books) expect(compare(name, bytes, shown.get(file)!).differences).toEqual([]);
});
