import { errorDetailsSchema, errorSchema } from '../../adapters/http/error-schema.ts';
import { accountSchema } from '../../core/schemas/account.ts';
import { addressInputSchema, addressSchema } from '../../core/schemas/address.ts';
import { balanceSchema, balanceTransactionListSchema, balanceTransactionSchema } from '../../core/schemas/balance.ts';
import { documentInputSchema, variablesInputSchema } from '../../core/schemas/document.ts';
import { eventListSchema, eventSchema } from '../../core/schemas/event.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { letterListSchema, letterSchema } from '../../core/schemas/letter.ts';
import { metadataInputSchema } from '../../core/schemas/mailing.ts';
import { postalCodeSchema } from '../../core/schemas/postal-code.ts';
import { priceSchema } from '../../core/schemas/price.ts';
import { quoteSchema, verificationQuoteSchema } from '../../core/schemas/quote.ts';
import { uploadSchema } from '../../core/schemas/upload.ts';
import {
  codeAttemptListSchema,
  codeAttemptSchema,
  confirmationSchema,
  verificationCheckSchema,
  verificationListSchema,
  verificationSchema,
} from '../../core/schemas/verification.ts';

/** Every schema that has a name, in the order of the description. */
const components: readonly (Schema & { title: string })[] = [
  addressSchema,
  priceSchema,
  letterSchema,
  verificationSchema,
  confirmationSchema,
  verificationCheckSchema,
  codeAttemptSchema,
  uploadSchema,
  quoteSchema,
  verificationQuoteSchema,
  balanceSchema,
  balanceTransactionSchema,
  accountSchema,
  postalCodeSchema,
  eventSchema,
  letterListSchema,
  verificationListSchema,
  codeAttemptListSchema,
  balanceTransactionListSchema,
  eventListSchema,
  errorSchema,
  errorDetailsSchema,
  addressInputSchema,
  documentInputSchema,
  variablesInputSchema,
  metadataInputSchema,
];

export const componentsByName: ReadonlyMap<string, Schema> = new Map(
  components.map((schema) => [schema.title, schema]),
);
