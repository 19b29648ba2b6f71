/**
 * The same file with a random comment in it. A finished file is the same for the same content, so without it anyone who
 * knows a file's hash and all but its code could try every code until the hash fits.
 * @param salt random bytes
 */
export function salted(file: Uint8Array, salt: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // Comments may stand between any two tokens; behind the last object and its table no offset changes.
  const end = bytes.lastIndexOf('startxref');
  if (end < 0) throw new Error('a PDF ends with startxref');
  const comment = Buffer.from(`%${Buffer.from(salt).toString('hex')}\n`);
  return Buffer.concat([bytes.subarray(0, end), comment, bytes.subarray(end)]);
}
