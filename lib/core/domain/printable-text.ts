import type { Detail } from './problems.ts';

/**
 * Characters that print nothing, or something undefined: controls, ignorable, private and unassigned characters, line
 * separators, the empty braille cell. Spaces are allowed.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A paragraph may have tabs and line breaks. */
const BREAKS = /[\t-\r\u2028\u2029]/gu;

export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** The problem of a printed line of text: its first character that would print nothing. */
export function lineDetails(param: string, line: string): Detail[] {
  const character = INVISIBLE.exec(line)?.[0];
  return character === undefined ? [] : [{ param, code: 'invalid_value', values: { character } }];
}

/** The same for a text whose line breaks are printed. */
export function paragraphDetails(param: string, text: string): Detail[] {
  return lineDetails(param, text.replace(BREAKS, ' '));
}

/** The same for a text that must not be blank. */
export function wordsDetails(param: string, text: string): Detail[] {
  return text.trim() === '' ? [{ param, code: 'too_short', values: { minimum: 1 } }] : paragraphDetails(param, text);
}
