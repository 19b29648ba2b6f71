import { personOrderSchema } from '../../../core/schemas/person.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const personOrder = compileValidator(personOrderSchema);
