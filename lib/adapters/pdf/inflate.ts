import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { type Budget, tooManyBytes } from './budgets.ts';

/** zlib's own header: a two-byte word that is a multiple of 31 and names method 8 (RFC 1950). */
export const ZLIB_HEADER_BYTES = 2;

export interface Inflated {
  bytes: Buffer;
  /** False when the data end early or are damaged. */
  isWhole: boolean;
}

/**
 * Inflates as printers do: a wrong checksum does not matter, and a missing end or a damaged tail keeps what comes before it.
 * @throws PdfRefused as soon as the result would exceed the budget, which the caller spends; nothing larger is ever held.
 */
export function inflate(data: Uint8Array, budget: Budget): Inflated {
  if (data.length === 0) return { bytes: Buffer.alloc(0), isWhole: true };
  const maxOutputLength = Math.max(budget.remaining, 1);
  const raw = data.subarray(ZLIB_HEADER_BYTES);
  const whole =
    decoded(budget, () => inflateSync(data, { maxOutputLength })) ??
    decoded(budget, () => withoutChecksum(raw, maxOutputLength));
  if (whole) return { bytes: whole, isWhole: true };
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength };
  const cut = decoded(budget, () => inflateSync(data, options)) ?? decoded(budget, () => inflateRawSync(raw, options));
  return { bytes: cut ?? longestSoundPrefix(data, budget, options), isWhole: false };
}

/** A checksum of four bytes, and a line break that the length includes. */
const LONGEST_REST_BYTES = 8;

/** Damaged data may seem to end anywhere: an end counts only at the end of the data. */
function withoutChecksum(raw: Uint8Array, maxOutputLength: number): Buffer {
  // The types leave out what `info` makes of the result (https://nodejs.org/api/zlib.html#class-options).
  const { buffer, engine } = inflateRawSync(raw, { maxOutputLength, info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  if (raw.length - engine.bytesWritten > LONGEST_REST_BYTES) throw new Error('ends before its data do');
  return buffer;
}

/** The result, or undefined for damaged data. */
function decoded(budget: Budget, attempt: () => Buffer): Buffer | undefined {
  try {
    return attempt();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooManyBytes(budget, error);
    return undefined;
  }
}

/**
 * zlib returns nothing after an error, so a binary search finds the longest prefix that decodes: at most 24 tries for
 * 10 MB.
 */
function longestSoundPrefix(data: Uint8Array, budget: Budget, options: Parameters<typeof inflateSync>[1]): Buffer {
  let sound: Buffer = Buffer.alloc(0);
  for (let low = 0, high = data.length; low < high;) {
    const middle = (low + high + 1) >> 1;
    const result = decoded(budget, () => inflateSync(data.subarray(0, middle), options));
    if (result) [sound, low] = [result, middle];
    else high = middle - 1;
  }
  return sound;
}
