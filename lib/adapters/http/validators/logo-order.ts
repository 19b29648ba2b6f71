import { logoOrderSchema } from '../../../core/schemas/account.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const logoOrder = compileValidator(logoOrderSchema);
