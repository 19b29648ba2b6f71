import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './refusals.ts';

/**
 * Writes objects as JSON lines into a new file that its owner alone can read, however many there are.
 * @throws Refusal when the file exists or cannot be made
 */
export async function writeNewLines(path: string, objects: AsyncIterable<unknown>): Promise<void> {
  const lines = Readable.from(objects).map((object: unknown) => `${JSON.stringify(object)}\n`);
  try {
    await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'open') throw new Refusal(`${path} cannot be written: ${code}. Nothing was written.`);
    throw error;
  }
}
