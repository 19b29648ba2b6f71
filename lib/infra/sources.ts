import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { absent, sha256OfParts } from './files.ts';

/** What is kept between builds is compared with its sources by content: a file can change without its time. */

/** Undefined if there is no such file. Thousands are read, which takes a multiple of the time without blocking. */
export function hashOfFile(path: string): string | undefined {
  try {
    return sha256OfParts(readFileSync(path));
  } catch (error) {
    return absent(error as NodeJS.ErrnoException);
  }
}

/** How far the time of a file's change may be behind the clock: the kernel's is coarse, at most 10 ms. */
const COARSE_TIME_MS = 20;

/** An instant before anything is read: a file that changes from now on has a later time. */
export async function beforeReading(): Promise<number> {
  // The next millisecond: `Date.now` cuts off its fraction.
  const instant = Date.now() + 1;
  await setTimeout(COARSE_TIME_MS);
  return instant;
}

/**
 * Whether a file was changed, by a time that no program can set. Then nobody knows which of its contents was read. A file
 * that is missing now was there.
 */
export async function wasChangedSince(instant: number, path: string): Promise<boolean> {
  const found = await stat(path).catch(absent);
  return !found || found.ctimeMs > instant;
}
