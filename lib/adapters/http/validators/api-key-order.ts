import { apiKeyOrderSchema } from '../../../core/schemas/api-key.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const apiKeyOrder = compileValidator(apiKeyOrderSchema);
