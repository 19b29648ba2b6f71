import type { RandomBytes } from '../../core/domain/ids.ts';

/** Enough random bytes to be unguessable. */
const SALT_BYTES = 16;

/**
 * Adds a random comment to a file. Equal content gives equal files, and manifests and batches keep the hash of a file after
 * the file is deleted. Without the comment, someone who knows the hash and everything except a code, a name or an address
 * could find it by trial.
 */
export function salted(file: Uint8Array, randomBytes: RandomBytes): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // A comment may be between any two tokens. After the last object and its table it changes no offsets.
  const end = bytes.lastIndexOf('startxref');
  if (end < 0) throw new Error('a PDF ends with startxref');
  const comment = Buffer.from(`%${Buffer.from(randomBytes(SALT_BYTES)).toString('hex')}\n`);
  return Buffer.concat([bytes.subarray(0, end), comment, bytes.subarray(end)]);
}
