import { verificationOrderSchema } from '../../../core/schemas/verification.ts';
import { compileValidator } from '../compile-validator.ts';

export const verificationOrder = compileValidator(verificationOrderSchema);
