import type { Detail } from './problems.ts';

/**
 * Prints nothing, or nobody knows what: controls, ignorable, private and unassigned characters, line separators, the empty cell
 * of braille. Blanks print a gap.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A paragraph may have tabs and line breaks. */
const BREAKS = /[\t\n\v\f\r\u2028\u2029]/gu;

export const isInvisible = (character: string): boolean => INVISIBLE.test(character);

/** What is wrong with a line of text that is printed: the first character that would print nothing. */
export function lineDetails(param: string, line: string): Detail[] {
  const character = INVISIBLE.exec(line)?.[0];
  return character === undefined ? [] : [{ param, code: 'invalid_value', values: { character } }];
}

/** The same of a text whose line breaks are set. */
export function paragraphDetails(param: string, text: string): Detail[] {
  return lineDetails(param, text.replace(BREAKS, ' '));
}

/** The same of a text that has to say something, which blanks alone do not. */
export function wordsDetails(param: string, text: string): Detail[] {
  return text.trim() === '' ? [{ param, code: 'too_short', values: { minimum: 1 } }] : paragraphDetails(param, text);
}
