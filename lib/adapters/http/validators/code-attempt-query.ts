import { codeAttemptQuerySchema } from '../../../core/schemas/verification.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const codeAttemptQuery = compileValidator(codeAttemptQuerySchema);
