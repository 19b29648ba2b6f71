import type { Balance, LedgerEntry } from '../domain/ledger.ts';
import { timestamp } from './timestamps.ts';

/** The balance as decided: `object`, `amount` in centavos, `currency`. */
export function balanceResource(balance: Balance) {
  return { object: 'balance' as const, amount: balance.amount, currency: 'BRL' as const };
}

/** A balance transaction as documented (rule MON-5). */
export function balanceTransactionResource(entry: LedgerEntry) {
  return {
    id: entry.id,
    object: 'balance_transaction' as const,
    type: entry.type,
    amount: entry.amount,
    currency: 'BRL' as const,
    balance_after: entry.balance_after,
    source_id: entry.source_id,
    description: entry.description,
    created_at: timestamp(entry.created_at),
  };
}
