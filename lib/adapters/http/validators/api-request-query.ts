import { apiRequestQuerySchema } from '../../../core/schemas/api-request.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const apiRequestQuery = compileValidator(apiRequestQuerySchema);
