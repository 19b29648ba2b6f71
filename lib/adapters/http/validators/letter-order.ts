import { letterOrderSchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../compile-validator.ts';

export const letterOrder = compileValidator(letterOrderSchema);
