import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './refusals.ts';

/**
 * Writes objects as JSON lines into a new file that its owner alone can read, however many there are.
 * @throws Refusal when the file exists or cannot be made
 */
export async function writeNewLines(path: string, objects: AsyncIterable<unknown>): Promise<void> {
  const lines = Readable.from(objects).map((object: unknown) => `${JSON.stringify(object)}\n`);
  await into(path, pipeline(lines, createWriteStream(path, NEW_AND_OWN)));
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
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'open') throw new Refusal(`${path} cannot be written: ${code}. Nothing was written.`);
    throw error;
  }
}
