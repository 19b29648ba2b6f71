import { letterFormSchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../compile-validator.ts';

export const letterForm = compileValidator(letterFormSchema);
