import { verificationFiguresQuerySchema } from '../../../core/schemas/verification-figures.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const verificationFiguresQuery = compileValidator(verificationFiguresQuerySchema);
