import { cp, link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentRelease } from '../adapters/postal-codes/directory.ts';
import { STREET_INDEX } from '../adapters/postal-codes/street-index.ts';
import { absent, freshName, isFresh, sha256OfParts } from './files.ts';
import { STREET_INDEX_READER } from './street-index.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Threads that functions start, bundled like them; the name is that of the file beside the bundle. */
export const threads = { 'pdfium-worker': join(repository, 'lib/pdf/pdfium/pdfium-worker.ts') };

/** Files that a module reads at run time from the folder of its bundle: name there, and source file or folder. */
const runtimeFiles = (
  { threadsFolder, streetIndex }: Pick<Sources, 'threadsFolder' | 'streetIndex'>,
  postalCodes = currentRelease(join(repository, 'data/postal-codes')),
): Record<string, Record<string, string>> => ({
  'lib/pdf/text/font-files.ts': { fonts: join(repository, 'data/fonts') },
  'lib/pdf/pdfium/pdfium.ts': {
    'pdfium-worker.mjs': join(threadsFolder, 'pdfium-worker.mjs'),
    'pdfium.wasm': fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')),
  },
  'lib/adapters/postal-codes/directory.ts': { [`postal-codes/${basename(postalCodes)}`]: postalCodes },
  ...(streetIndex !== undefined && { [STREET_INDEX_READER]: { [STREET_INDEX]: streetIndex } }),
});

interface Sources {
  threadsFolder: string;
  /** Of the release in use; only for bundles that read it. */
  streetIndex?: string | undefined;
  /** Names of the bundle's own files. */
  code: readonly string[];
  hashOf: HashOf;
}

type HashOf = (path: string) => Promise<string>;

/** Hashes of files. Each is read once, because bundles share most of their companions. */
export function hashesOfFiles(): HashOf {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const hash = known.get(path) ?? readFile(path).then((content) => sha256OfParts(content));
    known.set(path, hash);
    return hash;
  };
}

/**
 * Places beside a bundle the files that its modules read there.
 * @param directory of the bundle; everything in it except its code and these files is removed
 * @param modules that the bundle is made of, relative to the repository
 * @returns a hash of the placed names and contents
 */
export async function placeCompanions(
  directory: string,
  modules: readonly string[],
  { code, hashOf, ...built }: Sources,
): Promise<string> {
  const sources = runtimeFiles(built);
  const ofModules = Object.fromEntries(modules.flatMap((module) => Object.entries(sources[module] ?? {})));
  return placeFiles(directory, ofModules, { kept: code, hashOf });
}

/**
 * Places files and folders in a directory.
 * @param directory everything else in it is removed, except the files `kept`
 * @param sources by the name in the directory; the empty name is the directory itself
 * @returns a hash of the placed names and contents
 */
export async function placeFiles(
  directory: string,
  sources: Readonly<Record<string, string>>,
  { kept = [], hashOf }: { kept?: readonly string[]; hashOf: HashOf },
): Promise<string> {
  const wanted = new Map<string, string>();
  for (const [name, source] of Object.entries(sources))
    for (const path of await filesUnder(source)) wanted.set(join(name, path), join(source, path));

  const present = await filesUnder(directory);
  const strangers = present.filter((path) => !wanted.has(path) && !kept.includes(path) && !isFresh(path));
  await Promise.all(strangers.map((path) => rm(join(directory, path), { force: true })));
  const hashes = [...wanted].sort().map(async ([path, source]) => {
    await placeFile(source, join(directory, path));
    return `${path} ${await hashOf(source)}`;
  });
  return sha256OfParts(...(await Promise.all(hashes)));
}

/** Relative paths of the files in a folder; the empty path for a file; none if nothing exists. */
async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(absent);
  if (!found?.isDirectory()) return found ? [''] : [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(path, join(entry.parentPath, entry.name)));
}

/** Hard-links the file, or copies it if the target is on another file system. */
async function placeFile(source: string, target: string): Promise<void> {
  const [wanted, present] = await Promise.all([stat(source), stat(target).catch(absent)]);
  if (present?.ino === wanted.ino && present.dev === wanted.dev) return;
  await mkdir(dirname(target), { recursive: true });
  const fresh = freshName(target);
  await link(source, fresh).catch(() => cp(source, fresh));
  await rename(fresh, target);
  // If another build has already placed the file, the rename onto a link to it does nothing.
  await rm(fresh, { force: true });
}
