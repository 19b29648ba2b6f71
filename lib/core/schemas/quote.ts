import { MAX_SHEETS } from '../domain/sheets.ts';
import { plan } from './account.ts';
import { addressSchema } from './address.ts';
import { complete, type FromSchema, named } from './json-schema.ts';
import { priceSchema } from './price.ts';
import { constant } from './values.ts';
import { warningsSchema } from './warning.ts';

/** What a letter would be and cost now (rule LTR-5). */
export const quoteSchema = named(
  'Quote',
  complete('What a letter would cost; nothing is created or charged.', {
    object: constant('quote'),
    plan,
    to: addressSchema,
    pages: { type: 'integer', minimum: 1 },
    sheets: { type: 'integer', minimum: 1, maximum: MAX_SHEETS },
    price: priceSchema,
    warnings: warningsSchema,
  }),
);

export type QuoteResource = FromSchema<typeof quoteSchema>;
