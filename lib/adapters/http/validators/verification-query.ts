import { verificationQuerySchema } from '../../../core/schemas/verification.ts';
import { compileValidator } from '../compile-validator.ts';

export const verificationQuery = compileValidator(verificationQuerySchema);
