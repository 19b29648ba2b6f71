import { searchQuerySchema } from '../../../core/schemas/search.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const searchQuery = compileValidator(searchQuerySchema);
