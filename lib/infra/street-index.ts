import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { currentRelease } from '../adapters/postal-codes/directory.ts';
import { absent, sha256OfParts } from './files.ts';

const repository = resolve(import.meta.dirname, '../..');
const PROGRAM = join(repository, 'bin/index-streets.ts');

/** The module that reads the index. */
export const STREET_INDEX_READER = 'lib/adapters/postal-codes/street-index.ts';

/**
 * The index of streets of the release in use. It is made when the release or the code that writes it has changed, which
 * takes 5 seconds, in a process of its own, whose 600 MB of memory are then free again.
 * @returns its path
 */
export async function builtStreetIndex(): Promise<string> {
  const release = currentRelease(join(repository, 'data/postal-codes'));
  const path = join(repository, '.build/streets', `${await hashOf(release)}.index`);
  if (await stat(path).catch(absent)) return path;
  await mkdir(dirname(path), { recursive: true });
  await promisify(execFile)(process.execPath, [PROGRAM, release, path]);
  await removeOthers(path);
  return path;
}

async function hashOf(release: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [PROGRAM],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return sha256OfParts(outputFiles[0]!.text, await readFile(release)).slice(0, 32);
}

async function removeOthers(path: string): Promise<void> {
  const others = (await readdir(dirname(path))).filter((name) => name.endsWith('.index') && name !== basename(path));
  await Promise.all(others.map((name) => rm(join(dirname(path), name), { force: true })));
}
