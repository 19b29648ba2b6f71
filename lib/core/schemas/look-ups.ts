import { complete, described, type FromSchema, listOf, named } from './json-schema.ts';
import { letterSchema } from './letter.ts';
import { constant, date, id, integer } from './values.ts';

/** How often a letter's number was looked up (rule GEN-5). */
export const letterLookUpsSchema = named(
  'LetterLookUps',
  complete("How often the letter's authenticity number was looked up on the page. Nothing is kept of who did it.", {
    object: constant('letter_look_ups'),
    letter_id: id('letter'),
    authenticity_number: letterSchema.properties.authenticity_number,
    total: described('Look-ups since the letter was ordered.', integer),
    days: listOf(
      complete('A day.', {
        date: described('In Brasília time.', date),
        count: described('Look-ups of the day.', integer),
      }),
      { description: 'The days with look-ups, newest first; at most 400 are kept, and none after an erasure.' },
    ),
  }),
);

export type LetterLookUpsResource = FromSchema<typeof letterLookUpsSchema>;
