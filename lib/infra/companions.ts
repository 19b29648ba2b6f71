import { cp, link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { absent, sha256 } from './files.ts';

const data = resolve(import.meta.dirname, '../../data');

/** Directories of data that a function may read at run time; they lie beside its bundle under the name used here. */
const directories = {
  fonts: join(data, 'fonts'),
  'postal-codes': join(data, 'postal-codes'),
} as const;

export type Companion = keyof typeof directories;

/** Places a directory of data by hard links, by copies on another file system, and returns the hash of its contents. */
export async function placeCompanion(companion: Companion, target: string): Promise<string> {
  const source = directories[companion];
  const names = await filesUnder(source);
  const strangers = (await filesUnder(target)).filter((name) => !names.includes(name));
  await Promise.all(strangers.map((name) => rm(join(target, name), { force: true })));
  const hashes = await Promise.all(
    names.map(async (name) => {
      await placeFile(join(source, name), join(target, name));
      return `${name} ${sha256(await readFile(join(source, name)))}`;
    }),
  );
  return sha256(companion, ...hashes);
}

async function filesUnder(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(absent);
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
}

async function placeFile(source: string, target: string): Promise<void> {
  const [wanted, present] = await Promise.all([stat(source), stat(target).catch(absent)]);
  if (present?.ino === wanted.ino && present.dev === wanted.dev) return;
  await mkdir(dirname(target), { recursive: true });
  const fresh = `${target}.${process.pid}`;
  await link(source, fresh).catch(() => cp(source, fresh));
  await rename(fresh, target);
  // A rename onto a link to the same file does nothing: another build was faster.
  await rm(fresh, { force: true });
}
