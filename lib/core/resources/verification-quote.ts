import type { Plan } from '../domain/accounts.ts';
import type { Address } from '../domain/addresses.ts';
import type { DocumentWarning } from '../domain/document-warnings.ts';
import type { Price } from '../domain/prices.ts';
import type { VerificationMethod } from '../domain/verification-statuses.ts';
import type { VerificationQuoteResource } from '../schemas/quote.ts';
import { addressResource } from './address.ts';
import { priceResource } from './price.ts';

/** The documented JSON of a verification's quote (rule VER-17). */
export function verificationQuoteResource(quote: {
  plan: Plan;
  method: VerificationMethod;
  to: Address;
  pages: number;
  sheets: number;
  price: Price;
  warnings: DocumentWarning[];
  preview_url: string;
}): VerificationQuoteResource {
  return {
    object: 'verification_quote',
    plan: quote.plan,
    method: quote.method,
    to: addressResource(quote.to),
    pages: quote.pages,
    sheets: quote.sheets,
    price: priceResource(quote.price),
    warnings: quote.warnings,
    preview_url: quote.preview_url,
  };
}
