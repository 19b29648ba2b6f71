import { MOST_WARNINGS, warningCodes } from '../domain/document-warnings.ts';
import { listOf, named, oneOfTexts } from './json-schema.ts';

/** A warning: something prints, though perhaps not as intended (rule DOC-16). */
const warningSchema = named('DocumentWarning', {
  type: 'object',
  description: 'Something in the PDF that may print otherwise than meant. It never stops a letter.',
  required: ['code', 'page'],
  properties: {
    code: oneOfTexts(
      warningCodes,
      '`font_not_embedded`: the printer uses a font of its own. `image_low_resolution`: a picture of less than 150 dpi. `ink_near_edge`: ink less than 5 mm from the edge of the paper. `value_off_paper`: a value that runs off the paper. `hairline`: a line thinner than 0.25 points. Treat an unknown code as a warning like the others.',
    ),
    page: { type: 'integer', minimum: 1, description: 'Page of the document, from 1.' },
    name: { type: 'string', description: 'The variable, with `value_off_paper`.' },
    font: { type: 'string', description: 'The name of the font, with `font_not_embedded`.' },
  },
} as const);

export const warningsSchema = listOf(warningSchema, {
  maxItems: MOST_WARNINGS,
  description: 'What may print otherwise than meant; empty when nothing was found.',
});
