import type { Letter } from '../domain/letters.ts';
import type { AuthenticityLookUps } from '../domain/look-ups.ts';
import type { LetterLookUpsResource } from '../schemas/look-ups.ts';

/** The look-ups of a letter, newest day first. */
export function letterLookUpsResource(letter: Letter, { total, days }: AuthenticityLookUps): LetterLookUpsResource {
  return {
    object: 'letter_look_ups',
    letter_id: letter.id,
    authenticity_number: letter.authenticity_number ?? null,
    total,
    days: Object.keys(days)
      .sort()
      .reverse()
      .map((date) => ({ date, count: days[date]! })),
  };
}
