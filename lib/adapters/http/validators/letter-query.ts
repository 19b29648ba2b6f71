import { letterQuerySchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const letterQuery = compileValidator(letterQuerySchema);
