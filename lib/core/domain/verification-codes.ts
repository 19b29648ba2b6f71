import type { RandomBytes } from './ids.ts';

/** Digits of a code. */
export const CODE_LENGTH = 6;
/** Replaces the code in copies that may be shown. */
export const HIDDEN_CODE = '0'.repeat(CODE_LENGTH);
/** Maximum wrong codes of a verification (rule VER-14). */
export const CODE_ATTEMPTS = 5;

/** Two groups of three digits, as people read them aloud. */
export const grouped = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

const CODES = 10 ** CODE_LENGTH;
/** Three bytes have 16,777,216 values. The first 16,000,000 give each code equally often; for the rest, draw again. */
const RANDOM_BYTES = 3;
const EVENLY = Math.floor(2 ** (8 * RANDOM_BYTES) / CODES) * CODES;

/** A new code, every one equally likely, leading zeros kept. */
export function drawCode(randomBytes: RandomBytes): string {
  for (;;) {
    const drawn = randomBytes(RANDOM_BYTES).reduce((number, byte) => number * 256 + byte, 0);
    if (drawn < EVENLY) return String(drawn % CODES).padStart(CODE_LENGTH, '0');
  }
}

/**
 * Dashes of keyboards and word processors. Listed individually: not every reader of the description supports `\p{Pd}`.
 */
const DASHES = '\\-\\u2010-\\u2015\\u2212\\uFE58\\uFE63\\uFF0D';

/** A code as people write it: six digits with any spaces and dashes (rule VER-13). */
export const TYPED_CODE_PATTERN = `^[\\s${DASHES}]*(?:[0-9][\\s${DASHES}]*){6}$`;
const typedCode = new RegExp(TYPED_CODE_PATTERN, 'u');

export function isTypedCode(text: string): boolean {
  return typedCode.test(text);
}

/** The six digits of a code as typed. */
export function digitsOfCode(typed: string): string {
  return typed.replace(/[^0-9]/g, '');
}
