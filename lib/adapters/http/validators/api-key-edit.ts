import { apiKeyEditSchema } from '../../../core/schemas/api-key.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const apiKeyEdit = compileValidator(apiKeyEditSchema);
