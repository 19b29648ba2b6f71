import { createWriteStream, openSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMap } from 'node:util';
import { Refusal } from './refusals.ts';

/**
 * Streams objects as JSON lines into a new file that only its owner can read. A failure or interruption removes the file,
 * so that it is never incomplete.
 * @throws Refusal when the file exists or cannot be created
 */
export async function writeNewLines(
  path: string,
  objects: AsyncIterable<unknown>,
  interruption: AbortSignal,
): Promise<void> {
  const lines = Readable.from(objects).map((object: unknown) => `${JSON.stringify(object)}\n`);
  await into(path, async () => {
    // Synchronous, so that no interruption can occur between creating the file and recording that it is ours.
    const fd = openSync(path, NEW_PRIVATE_FILE.flags, NEW_PRIVATE_FILE.mode);
    const removeFile = () => rmSync(path, { force: true });
    interruption.addEventListener('abort', removeFile);
    try {
      await pipeline(lines, createWriteStream(path, { fd }));
    } catch (error) {
      removeFile();
      throw error;
    } finally {
      interruption.removeEventListener('abort', removeFile);
    }
  });
}

/**
 * Writes a new file that only its owner can read.
 * @throws Refusal when the file exists or cannot be created
 */
export async function writeNewFile(path: string, contents: string | Uint8Array): Promise<void> {
  const { flags: flag, mode } = NEW_PRIVATE_FILE;
  await into(path, () => writeFile(path, contents, { flag, mode }));
}

/**
 * Creates a folder that only its owner can read.
 * @throws Refusal if it exists or cannot be created
 */
export async function makeNewFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    throw new Refusal(`${path} cannot be written: ${reasonOf(error)}. Nothing was written.`);
  }
}

const NEW_PRIVATE_FILE = { flags: 'wx', mode: 0o600 };

async function into(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    throw new Refusal(`${path} cannot be written: ${reasonOf(error)}. Nothing was written.`);
  }
}

/** The system's message for a file error: `no such file or directory`, `file already exists`. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
}
