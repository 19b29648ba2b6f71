import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file in one step, because another process may be reading the old one. */
export async function replaceFile(path: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = freshName(path);
  await writeFile(fresh, contents);
  await rename(fresh, path);
}

const FRESH = '.fresh';

/** The name of a temporary file that will replace a file; concurrent builds each have their own. */
export function freshName(path: string): string {
  return `${path}.${randomUUID()}${FRESH}`;
}

export function isFresh(path: string): boolean {
  return path.endsWith(FRESH);
}

export function sha256OfParts(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** For `catch`: undefined if the file does not exist. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
