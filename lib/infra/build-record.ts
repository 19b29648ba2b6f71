import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { absent, replaceFile } from './files.ts';

/** The built code of one function. */
export interface BuiltCode {
  hash: string;
  /** Names in the function's directory. */
  files: string[];
  /** Files that went into it, relative to the repository. */
  inputs: string[];
}

interface BuildRecord {
  /** By function name. */
  code: Record<string, BuiltCode>;
  /** Modification time and size of every file that the build depends on. */
  stamps: Record<string, string>;
}

/** Files that affect the bundles without being in them. */
const tools = [
  'bundle.ts',
  'required-builtins.ts',
  'source-maps.ts',
  'precompiled-validators.ts',
  'pdf-lib-modules.ts',
  '../adapters/json-schema/ajv-options.ts',
  '../../package-lock.json',
].map((name) => resolve(import.meta.dirname, name));

const recordFile = (outdir: string) => join(outdir, 'functions.json');

/** The code of the last build into `outdir`; undefined when it built other functions or a file has changed since. */
export async function lastBuild(outdir: string, root: string, entries: ReadonlyMap<string, string>) {
  const text = await readFile(recordFile(outdir), 'utf8').catch(absent);
  if (!text) return undefined;
  const { code, stamps } = JSON.parse(text) as BuildRecord;
  if (Object.keys(code).join() !== [...entries.keys()].join()) return undefined;
  const present = await stampsOf(Object.keys(stamps), root);
  return Object.entries(stamps).every(([path, stamp]) => present[path] === stamp) ? code : undefined;
}

/** @param inputs every file that was read, including those that left nothing in the code */
export async function recordBuild(
  outdir: string,
  root: string,
  code: Record<string, BuiltCode>,
  inputs: readonly string[],
): Promise<void> {
  const record: BuildRecord = { code, stamps: await stampsOf([...new Set([...tools, ...inputs])], root) };
  await replaceFile(recordFile(outdir), JSON.stringify(record));
}

async function stampsOf(paths: readonly string[], root: string): Promise<Record<string, string>> {
  const stamps = paths.map(async (path) => {
    const file = await stat(resolve(root, path)).catch(absent);
    return [path, file ? `${file.mtimeMs} ${file.size}` : 'absent'] as const;
  });
  return Object.fromEntries(await Promise.all(stamps));
}
