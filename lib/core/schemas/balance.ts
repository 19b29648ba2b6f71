import { ledgerTypes } from '../domain/ledger.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts } from './json-schema.ts';
import { listQuerySchema, listSchema } from './list.ts';
import { centavos, constant, currency, dateTime, id, integer, string } from './values.ts';

/** The prepaid balance (rule MON-4). */
export const balanceSchema = named(
  'Balance',
  complete('The prepaid balance.', { object: constant('balance'), amount: centavos('The current balance.'), currency }),
);

export type BalanceResource = FromSchema<typeof balanceSchema>;

/** A movement of the balance (rule MON-5). */
export const balanceTransactionSchema = named(
  'BalanceTransaction',
  complete('A change of the balance.', {
    id: id('balance_transaction'),
    object: constant('balance_transaction'),
    type: oneOfTexts(ledgerTypes),
    amount: centavos('Negative for debits.'),
    currency,
    balance_after: integer,
    source_id: nullable(described('What was charged or refunded, e.g. the id of a letter.', string)),
    description: nullable(string),
    created_at: dateTime,
  }),
);

export type BalanceTransactionResource = FromSchema<typeof balanceTransactionSchema>;

export const balanceTransactionListSchema = listSchema('BalanceTransactionList', balanceTransactionSchema);

/** Query of GET /balance/transactions. */
export const balanceTransactionQuerySchema = listQuerySchema({
  type: { type: 'string', enum: ledgerTypes, description: 'Only transactions of this type.' },
});
