import { MOST_WARNINGS, warningCodes } from '../domain/document-warnings.ts';
import { listOf, named, oneOfTexts } from './json-schema.ts';

/** A warning: something prints, but perhaps not as intended (rule DOC-16). */
const warningSchema = named('DocumentWarning', {
  type: 'object',
  description: 'Something in the PDF or in an address that may not print as intended. It never stops a letter.',
  required: ['code', 'page'],
  properties: {
    code: oneOfTexts(
      warningCodes,
      '`font_not_embedded`: the printer substitutes its own font. `image_low_resolution`: an image of less than 150 dpi. `image_incomplete`: an image whose data end early, so that a part of it prints blank or gray. `ink_near_edge`: ink less than 5 mm from the edge of the paper. `value_off_paper`: a value that runs off the paper, or pushes the text behind it off. `value_over_text`: a value that prints over other text, or pushes the text behind it there. `value_too_wide`: a value that, even condensed, is wider than its room: the width that its marker declares, its cell, its column or the text between the margins. `hairline`: a line thinner than 0.25 points. `marker_unfilled`: a marker that prints as it is, braces included, because no value replaces it. `authenticity_number_not_printed`: no page is blank at its foot or head, so the authenticity number is not printed. `city_is_neighborhood`: the city that was sent is the neighborhood of the postal code, and the city that it belongs to prints. `address_too_long_for_carrier`: the systems of the carrier cannot hold all that was written; it prints whole. `number_outside_range`: other numbers of the street have the postal code. Treat an unknown code like any other warning.',
    ),
    page: {
      type: 'integer',
      minimum: 1,
      description: 'Page of the document, from 1; 1 with a warning about an address.',
    },
    name: {
      type: 'string',
      description:
        'Name of the variable, with `value_off_paper`, `value_over_text` and `value_too_wide`; of the marker, with `marker_unfilled`; `to` or `from`, with a warning about an address.',
    },
    font: { type: 'string', description: 'The name of the font, with `font_not_embedded`.' },
    over_mm: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'How many millimeters the value extends beyond its room, with `value_too_wide`.',
    },
  },
} as const);

export const warningsSchema = listOf(warningSchema, {
  maxItems: MOST_WARNINGS,
  description: 'What may not print as intended; empty if nothing was found.',
});
