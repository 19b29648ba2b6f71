import { letterQuerySchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../compile-validator.ts';

export const letterQuery = compileValidator(letterQuerySchema);
