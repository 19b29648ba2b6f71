/**
 * Bits of the letters of a word; those of words that differ in n letters differ in at most 2n bits. a to z have the bits
 * 1 to 26, digits share 16 to 25 with letters, which lets more words through, never fewer.
 */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** How many bits of 32 are set. */
export function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
