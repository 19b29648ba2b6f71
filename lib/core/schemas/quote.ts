import { MAX_SHEETS } from '../domain/sheets.ts';
import { verificationMethods } from '../domain/verification-statuses.ts';
import { plan } from './account.ts';
import { addressSchema } from './address.ts';
import { complete, described, type FromSchema, named, oneOfTexts } from './json-schema.ts';
import { priceSchema } from './price.ts';
import { constant, uri } from './values.ts';
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

/** What a verification would be and cost now (rule VER-17). */
export const verificationQuoteSchema = named(
  'VerificationQuote',
  complete('What a verification would cost, and what its letter would look like; nothing is created or charged.', {
    object: constant('verification_quote'),
    plan,
    method: oneOfTexts(verificationMethods),
    to: addressSchema,
    pages: { type: 'integer', minimum: 1 },
    sheets: { type: 'integer', minimum: 1, maximum: MAX_SHEETS },
    price: priceSchema,
    warnings: warningsSchema,
    preview_url: described(
      'The letter as it would be printed, with six zeros for the code, a box for the QR code and a page address that leads nowhere. The link works for 60 minutes.',
      uri,
    ),
  }),
);

export type VerificationQuoteResource = FromSchema<typeof verificationQuoteSchema>;
