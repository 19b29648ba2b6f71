import { balanceTransactionQuerySchema } from '../../../core/schemas/balance.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const balanceTransactionQuery = compileValidator(balanceTransactionQuerySchema);
