import type { AnyEvidence } from '../schemas/letter-evidence.ts';
import { sha256 } from '../sha256.ts';

export type LetterVerdict =
  /** The very file that was printed. */
  | 'same'
  | 'other'
  /** The evidence is of a verification, whose file with the code was destroyed. */
  | 'not_of_a_letter'
  /** The letter was erased before the evidence was frozen. */
  | 'unknown';

/**
 * Whether a PDF is the one that was printed, byte by byte (rule EVI-12).
 * @param statement of valid evidence
 */
export function checkLetter(file: Uint8Array, statement: AnyEvidence['statement']): LetterVerdict {
  if (!('letter_id' in statement)) return 'not_of_a_letter';
  const { printed_sha256 } = statement.letter;
  if (printed_sha256 === null) return 'unknown';
  return sha256(file) === printed_sha256 ? 'same' : 'other';
}
