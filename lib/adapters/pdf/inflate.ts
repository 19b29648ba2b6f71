import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { invalidPdf } from './refusal.ts';

/** zlib's own header: a two-byte word that is a multiple of 31 and names method 8 (RFC 1950). */
const ZLIB_HEADER_BYTES = 2;

/**
 * Inflates as printers do: a missing end, a wrong checksum or a damaged tail keeps what came before it.
 * @throws PdfRefused as soon as the result would exceed `maxBytes`; nothing larger is ever held.
 */
export function inflate(data: Uint8Array, maxBytes: number): Buffer {
  if (data.length === 0) return Buffer.alloc(0);
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(maxBytes, 1) };
  const attempts = [() => inflateSync(data, options), () => inflateRawSync(data.subarray(ZLIB_HEADER_BYTES), options)];
  for (const attempt of attempts) {
    const result = decoded(attempt);
    if (result) return result;
  }
  return longestSoundPrefix(data, options);
}

/** The result, or undefined for damaged data. */
function decoded(attempt: () => Buffer): Buffer | undefined {
  try {
    return attempt();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw invalidPdf('inflates beyond its budget', error);
    return undefined;
  }
}

/** zlib gives nothing back after an error, so the longest prefix that still decodes is found by halving: at most 24 tries for 10 MB. */
function longestSoundPrefix(data: Uint8Array, options: Parameters<typeof inflateSync>[1]): Buffer {
  let sound: Buffer = Buffer.alloc(0);
  for (let low = 0, high = data.length; low < high;) {
    const middle = (low + high + 1) >> 1;
    const result = decoded(() => inflateSync(data.subarray(0, middle), options));
    if (result) [sound, low] = [result, middle];
    else high = middle - 1;
  }
  return sound;
}
