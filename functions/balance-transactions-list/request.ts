import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/adapters/http/list-query.ts';
import { type LedgerType, ledgerTypes } from '../../lib/core/domain/ledger.ts';

/** Query of GET /balance/transactions. */
export interface BalanceTransactionsQuery extends PageQuery {
  type?: LedgerType;
}

export const schema = listSchema({ type: { type: 'string', enum: ledgerTypes } });

export const validator = compileValidator<BalanceTransactionsQuery>(schema);
