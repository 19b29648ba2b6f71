import { roleChangeSchema } from '../../../core/schemas/person.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const roleChange = compileValidator(roleChangeSchema);
