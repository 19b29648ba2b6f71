import { balanceTransactionQuerySchema } from '../../../core/schemas/balance.ts';
import { compileValidator } from '../compile-validator.ts';

export const balanceTransactionQuery = compileValidator(balanceTransactionQuerySchema);
