import { createHash } from 'node:crypto';

/** The one file that all letters of the benchmark share; its integrity is still checked for each of them. */
export const PRINT_FILE_BYTES = Buffer.from('%PDF of the benchmark');
export const PRINT_FILE = {
  key: 'letters/bench.pdf',
  sha256: createHash('sha256').update(PRINT_FILE_BYTES).digest('hex'),
  size: PRINT_FILE_BYTES.length,
};
