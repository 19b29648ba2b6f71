import type { Plan } from '../domain/accounts.ts';
import type { Address } from '../domain/addresses.ts';
import type { DocumentWarning } from '../domain/document-warnings.ts';
import type { Price } from '../domain/prices.ts';
import type { QuoteResource } from '../schemas/quote.ts';
import { addressResource } from './address.ts';
import { priceResource } from './price.ts';

/** The documented JSON of a quote: what the letter would be and cost now (rule LTR-5). */
export function quoteResource(quote: {
  plan: Plan;
  to: Address;
  pages: number;
  sheets: number;
  price: Price;
  warnings: DocumentWarning[];
}): QuoteResource {
  return {
    object: 'quote',
    plan: quote.plan,
    to: addressResource(quote.to),
    pages: quote.pages,
    sheets: quote.sheets,
    price: priceResource(quote.price),
    warnings: quote.warnings,
  };
}
