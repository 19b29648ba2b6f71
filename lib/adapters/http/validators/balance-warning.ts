import { balanceWarningSchema } from '../../../core/schemas/balance.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const balanceWarning = compileValidator(balanceWarningSchema);
