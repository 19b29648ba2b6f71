import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createSecret } from '../../adapters/webhooks/signature.ts';
import type { Position } from './event-feed.ts';

/** The state that the next start continues from. */
interface Progress {
  account: string;
  /** Signs forwarded events. It stays the same across restarts, so that the receiver keeps its setting. */
  secret: string;
  position: Position;
}

/**
 * The file with a listener's secret and position. Only its owner may read it.
 * @throws Error if the file cannot be read, or belongs to another account
 */
export async function openProgressFile(path: string, account: string, newest: () => Promise<Position>) {
  let progress = await read(path);
  const isResumed = progress !== undefined;
  if (progress && progress.account !== account)
    throw new Error(`${path} belongs to ${progress.account}, and the key to ${account}: give another --state.`);
  progress ??= { account, secret: createSecret(randomBytes), position: await newest() };

  async function keep(position: Position): Promise<void> {
    progress = { ...progress!, position };
    // Written to a temporary file and renamed: a killed process leaves the old file or the new one, never a partial
    // one.
    await writeFile(`${path}.new`, `${JSON.stringify(progress)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  await keep(progress.position);
  return { secret: progress.secret, isResumed, position: () => progress!.position, keep };
}

async function read(path: string): Promise<Progress | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const progress = JSON.parse(text) as Partial<Progress>;
    if (progress.account && progress.secret && progress.position) return progress as Progress;
  } catch {
    // Reported below, like any other unreadable file.
  }
  throw new Error(`${path} is not a file of malote-listen: give another --state.`);
}
