import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/**
 * Copies the repository's files, including uncommitted ones, into a new folder below `.build` that shares its packages.
 */
export async function copyRepository(): Promise<string> {
  await mkdir(join(root, '.build'), { recursive: true });
  const copy = await mkdtemp(join(root, '.build', 'copy-'));
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', listing, { cwd: root });
  for (const file of stdout.trim().split('\n')) {
    await mkdir(join(copy, dirname(file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
