import { signOutQuerySchema } from '../../../core/schemas/session.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const signOutQuery = compileValidator(signOutQuerySchema);
