import { letterChangesSchema } from '../../../core/schemas/letter.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const letterChanges = compileValidator(letterChangesSchema);
