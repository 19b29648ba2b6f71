import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');

export interface BuiltPages {
  /** Source files of the pages, relative to the repository. */
  sources: readonly string[];
  /** File with the hash of the sources, relative to the repository. */
  stamp: string;
  build: () => Promise<unknown>;
}

/**
 * Returns a function that builds pages when they are first opened, if they have changed, so the start of the service
 * does not wait for them. A failed build is retried at the next call. A package has the pages without their sources,
 * and no lock file, which npm never publishes: there nothing is built.
 */
export function builtWhenOpened({ sources, stamp: stampFile, build }: BuiltPages): () => Promise<void> {
  let built: Promise<void> | undefined;
  const buildIfStale = async () => {
    if (!existsSync(join(repository, 'package-lock.json'))) return;
    const path = join(repository, stampFile);
    const stamp = await stampOf(sources);
    if ((await readFile(path, 'utf8').catch(() => '')) === stamp) return;
    await build();
    await writeFile(path, stamp);
  };
  return () => {
    built ??= buildIfStale().catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}

async function stampOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = globSync(sources, { cwd: repository, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(path));
  return hash.digest('hex');
}
