import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { letterFormSchema } from '../../lib/adapters/http/schemas/letter.ts';
import type { LetterForm } from '../../lib/operations/letters/prepare-letter.ts';

/** Body of POST /letters/quote in multipart/form-data. */
export const schema = letterFormSchema;

export const validator = compileValidator<LetterForm>(schema);
