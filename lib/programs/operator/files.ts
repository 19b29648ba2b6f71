import { createWriteStream, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMap } from 'node:util';
import { Refusal } from './refusals.ts';

/**
 * Writes objects as JSON lines into a new file that its owner alone can read, however many there are. It is whole or not
 * there: what was written before a failure or an interruption is taken away.
 * @throws Refusal when the file exists or cannot be made
 */
export async function writeNewLines(
  path: string,
  objects: AsyncIterable<unknown>,
  interruption: AbortSignal,
): Promise<void> {
  const lines = Readable.from(objects).map((object: unknown) => `${JSON.stringify(object)}\n`);
  const file = createWriteStream(path, NEW_AND_OWN);
  const takeAway = () => rmSync(path, { force: true });
  file.once('open', () => {
    interruption.addEventListener('abort', takeAway);
    lines.once('error', takeAway);
    file.once('error', takeAway);
  });
  await into(path, pipeline(lines, file));
  interruption.removeEventListener('abort', takeAway);
}

/**
 * Writes a new file that its owner alone can read.
 * @throws Refusal when the file exists or cannot be made
 */
export async function writeNewFile(path: string, contents: string | Uint8Array): Promise<void> {
  const { flags: flag, mode } = NEW_AND_OWN;
  await into(path, writeFile(path, contents, { flag, mode }));
}

const NEW_AND_OWN = { flags: 'wx', mode: 0o600 };

async function into(path: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    throw new Refusal(`${path} cannot be written: ${reasonOf(error)}. Nothing was written.`);
  }
}

/** What the system says of a file: `no such file or directory`, `file already exists`. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
}
