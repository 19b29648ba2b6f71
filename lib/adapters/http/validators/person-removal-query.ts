import { personRemovalQuerySchema } from '../../../core/schemas/person.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const personRemovalQuery = compileValidator(personRemovalQuerySchema);
