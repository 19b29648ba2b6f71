import { execFile } from 'node:child_process';
import { cp, link, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** What the last build of the functions left in `.build`: a build of the copy makes again only what differs. */
const BUILT = ['functions', 'maps', 'threads'];
const RECORD = 'functions.json';

/**
 * Copies the repository's files, including uncommitted ones, into a new folder below `.build` that shares its packages
 * and begins with its bundles.
 */
export async function copyRepository(): Promise<string> {
  await mkdir(join(root, '.build'), { recursive: true });
  const copy = await mkdtemp(join(root, '.build', 'copy-'));
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', listing, { cwd: root });
  for (const file of stdout.trim().split('\n')) {
    await mkdir(join(copy, dirname(file)), { recursive: true });
    // A file may be deleted, and that not committed yet.
    await cp(join(root, file), join(copy, file)).catch(ifAbsent);
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const folder of BUILT) await linkFiles(join(root, '.build', folder), join(copy, '.build', folder));
  await cp(join(root, '.build', RECORD), join(copy, '.build', RECORD)).catch(ifAbsent);
  return copy;
}

/** Links are safe, because a build replaces files and never writes into them. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(ifAbsent);
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const folder = join(to, relative(from, entry.parentPath));
    await mkdir(folder, { recursive: true });
    await link(join(entry.parentPath, entry.name), join(folder, entry.name)).catch(ifAbsent);
  }
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
