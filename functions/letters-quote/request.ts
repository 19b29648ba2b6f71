import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { letterSchema } from '../../lib/adapters/http/schemas/letter.ts';
import type { LetterOrder } from '../../lib/operations/letters/prepare-letter.ts';

/** Body of POST /letters/quote in JSON. */
export const schema = letterSchema;

export const validator = compileValidator<LetterOrder>(schema);
