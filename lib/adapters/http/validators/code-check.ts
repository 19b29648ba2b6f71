import { codeCheckSchema } from '../../../core/schemas/verification.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const codeCheck = compileValidator(codeCheckSchema);
