import type { Balance, LedgerEntry } from '../domain/ledger.ts';
import type { BalanceResource, BalanceTransactionResource } from '../schemas/balance.ts';
import { timestamp } from './timestamps.ts';

/** The documented JSON of a balance: `object`, `amount` in centavos, `currency`. */
export function balanceResource(balance: Balance): BalanceResource {
  return { object: 'balance', amount: balance.amount, currency: 'BRL' };
}

/** A balance transaction as documented (rule MON-5). */
export function balanceTransactionResource(entry: LedgerEntry): BalanceTransactionResource {
  return {
    id: entry.id,
    object: 'balance_transaction',
    type: entry.type,
    amount: entry.amount,
    currency: 'BRL',
    balance_after: entry.balance_after,
    source_id: entry.source_id,
    description: entry.description,
    created_at: timestamp(entry.created_at),
  };
}
