import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Shown } from './judge.ts';

const folder = join(import.meta.dirname, 'frozen');

/** The writers whose workbooks are kept. */
export const writers = globSync('*.zip', { cwd: folder })
  .map((path) => basename(path, '.zip'))
  .sort();

export interface FrozenBook {
  /** Writer and file. */
  name: string;
  file: string;
  bytes: Uint8Array;
  /** What LibreOffice showed when the corpus was made. */
  shown: Shown;
}

/** The kept workbooks of a writer, with LibreOffice's answers. */
export function frozenBooks(writer: string): FrozenBook[] {
  const answers = JSON.parse(gunzipSync(readFileSync(join(folder, `${writer}.json.gz`))).toString('utf8')) as Record<
    string,
    Shown
  >;
  return Object.entries(unzipSync(readFileSync(join(folder, `${writer}.zip`)))).map(([file, bytes]) => ({
    name: `${writer}/${basename(file, '.xlsx')}`,
    file,
    bytes,
    shown: answers[file]!,
  }));
}
