import { codeCheckSchema } from '../../../core/schemas/verification.ts';
import { compileValidator } from '../compile-validator.ts';

export const codeCheck = compileValidator(codeCheckSchema);
