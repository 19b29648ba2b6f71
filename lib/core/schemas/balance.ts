import { HIGHEST_WARNING, ledgerTypes } from '../domain/ledger.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
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

/** The balance below which owners are warned; null for never. */
export const balanceWarningSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['below'],
  properties: { below: { type: ['integer', 'null'], minimum: 1, maximum: HIGHEST_WARNING } },
} as const;

/** The stored balance, with the number and the instant of its last entry, epoch milliseconds. */
export const storedBalanceSchema = stored(
  { amount: integer, sequence: integer, last_entry_at: integer },
  { crowded_until: integer, warning: stored({ below: integer, locale: oneOfTexts(['pt-BR', 'en']) }) },
);

/** A stored ledger entry. */
export const storedLedgerEntrySchema = stored({
  id: string,
  account_id: string,
  type: oneOfTexts(ledgerTypes),
  amount: integer,
  source_id: nullable(string),
  description: nullable(string),
  sequence: integer,
  balance_after: integer,
  created_at: integer,
});

/** The record of a payment or correction, with its entry. Instants are epoch milliseconds. */
export const storedBookingSchema = stored({
  account_id: string,
  booked_at: integer,
  entry: storedLedgerEntrySchema,
});

export type Booking = FromSchema<typeof storedBookingSchema>;
