import { letterFormSchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const letterForm = compileValidator(letterFormSchema);
