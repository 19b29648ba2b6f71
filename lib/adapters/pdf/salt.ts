import type { RandomBytes } from '../../core/domain/ids.ts';

/** Bytes beyond all guessing. */
const SALT_BYTES = 16;

/**
 * The same file with a random comment in it. A finished file is the same for the same content, and its hash stands in
 * manifests and batches, where it outlives the file: without the comment, whoever knows the hash and all but a code, a name
 * or an address could try until the hash fits.
 */
export function salted(file: Uint8Array, randomBytes: RandomBytes): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // Comments may stand between any two tokens; behind the last object and its table no offset changes.
  const end = bytes.lastIndexOf('startxref');
  if (end < 0) throw new Error('a PDF ends with startxref');
  const comment = Buffer.from(`%${Buffer.from(randomBytes(SALT_BYTES)).toString('hex')}\n`);
  return Buffer.concat([bytes.subarray(0, end), comment, bytes.subarray(end)]);
}
