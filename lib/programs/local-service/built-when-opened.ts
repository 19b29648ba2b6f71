import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');

export interface BuiltPages {
  /** Files of which the pages are made, from the repository. */
  sources: readonly string[];
  /** Where the hash of those files is kept, from the repository. */
  stamp: string;
  build: () => Promise<unknown>;
}

/**
 * Gives a function that waits for pages which are built when they are first opened and have changed, so the start of the service
 * does not wait for them. A build that fails is tried again at the next call.
 * A package has the pages without their sources, and no lock, which npm never publishes: there nothing is built.
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
