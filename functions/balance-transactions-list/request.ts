import { ledgerTypes, type LedgerType } from '../../lib/domain/ledger.ts';
import { compileValidator } from '../../lib/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/http/list-query.ts';

/** Query of GET /balance/transactions. */
export interface BalanceTransactionsQuery extends PageQuery {
  type?: LedgerType;
}

export const schema = listSchema({ type: { type: 'string', enum: ledgerTypes } });

export const validator = compileValidator<BalanceTransactionsQuery>(schema);
