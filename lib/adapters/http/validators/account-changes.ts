import { accountChangesSchema } from '../../../core/schemas/account.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const accountChanges = compileValidator(accountChangesSchema);
