import { errorSchema } from '../../adapters/http/error-schema.ts';
import { accountSchema } from '../../core/schemas/account.ts';
import { addressInputSchema, addressSchema } from '../../core/schemas/address.ts';
import {
  addressCheckSchema,
  addressChecksOrderSchema,
  addressChecksSchema,
  postalCodeSearchSchema,
} from '../../core/schemas/address-check.ts';
import { balanceSchema, balanceTransactionListSchema, balanceTransactionSchema } from '../../core/schemas/balance.ts';
import { documentInputSchema, variablesInputSchema } from '../../core/schemas/document.ts';
import { eventListSchema, eventSchema } from '../../core/schemas/event.ts';
import { evidenceSchema, evidenceStatementSchema } from '../../core/schemas/evidence.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { letterListSchema, letterOrderSchema, letterSchema } from '../../core/schemas/letter.ts';
import {
  letterBatchConfirmationSchema,
  letterBatchListSchema,
  letterBatchOrderSchema,
  letterBatchRowListSchema,
  letterBatchRowSchema,
  letterBatchSchema,
  letterBatchWithRowsUrlSchema,
} from '../../core/schemas/letter-batch.ts';
import { letterEvidenceSchema, letterEvidenceStatementSchema } from '../../core/schemas/letter-evidence.ts';
import { letterLookUpsSchema } from '../../core/schemas/look-ups.ts';
import { metadataInputSchema } from '../../core/schemas/mailing.ts';
import { postalCodeSchema } from '../../core/schemas/postal-code.ts';
import { priceSchema } from '../../core/schemas/price.ts';
import { quoteSchema, verificationQuoteSchema } from '../../core/schemas/quote.ts';
import { uploadOrderSchema, uploadSchema } from '../../core/schemas/upload.ts';
import {
  codeAttemptListSchema,
  codeAttemptSchema,
  codeCheckSchema,
  confirmationSchema,
  verificationCheckSchema,
  verificationListSchema,
  verificationOrderSchema,
  verificationSchema,
} from '../../core/schemas/verification.ts';
import { verificationFiguresSchema } from '../../core/schemas/verification-figures.ts';
import {
  failedSendingSchema,
  removedWebhookEndpointSchema,
  secretRotationSchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookDeliveryWithBodySchema,
  webhookEndpointChangesSchema,
  webhookEndpointListSchema,
  webhookEndpointOrderSchema,
  webhookEndpointSchema,
  webhookEndpointWithSecretSchema,
  webhookSendingSchema,
  webhookTestSchema,
} from '../../core/schemas/webhook.ts';

/**
 * The direction of a schema. Requests may contain only current values; a response may contain new ones at any time
 * (rule REQ-18).
 */
export type Direction = 'sent' | 'answered';

interface Component {
  schema: Schema;
  direction: Direction;
}

const answered: readonly Schema[] = [
  addressSchema,
  priceSchema,
  letterSchema,
  verificationSchema,
  confirmationSchema,
  verificationCheckSchema,
  codeAttemptSchema,
  verificationFiguresSchema,
  letterEvidenceSchema,
  letterEvidenceStatementSchema,
  letterLookUpsSchema,
  evidenceSchema,
  evidenceStatementSchema,
  uploadSchema,
  letterBatchSchema,
  letterBatchWithRowsUrlSchema,
  letterBatchRowSchema,
  quoteSchema,
  verificationQuoteSchema,
  balanceSchema,
  balanceTransactionSchema,
  accountSchema,
  postalCodeSchema,
  postalCodeSearchSchema,
  addressChecksSchema,
  addressCheckSchema,
  eventSchema,
  letterListSchema,
  letterBatchListSchema,
  letterBatchRowListSchema,
  verificationListSchema,
  codeAttemptListSchema,
  balanceTransactionListSchema,
  eventListSchema,
  webhookEndpointSchema,
  webhookEndpointWithSecretSchema,
  removedWebhookEndpointSchema,
  webhookTestSchema,
  webhookSendingSchema,
  webhookDeliverySchema,
  webhookDeliveryWithBodySchema,
  webhookEndpointListSchema,
  webhookDeliveryListSchema,
  errorSchema,
];

const sent: readonly Schema[] = [
  addressInputSchema,
  documentInputSchema,
  variablesInputSchema,
  metadataInputSchema,
  letterOrderSchema,
  letterBatchOrderSchema,
  letterBatchConfirmationSchema,
  verificationOrderSchema,
  codeCheckSchema,
  addressChecksOrderSchema,
  uploadOrderSchema,
  webhookEndpointOrderSchema,
  webhookEndpointChangesSchema,
  secretRotationSchema,
  failedSendingSchema,
];

/** Every named schema: those above, in the order of the description, then the named parts of each. */
export const componentsByName: ReadonlyMap<string, Component> = new Map(
  [...namedIn(answered, 'answered'), ...namedIn(sent, 'sent')].map((component) => [
    nameOf(component.schema)!,
    component,
  ]),
);

/** @throws Error for two schemas with one name */
function namedIn(schemas: readonly Schema[], direction: Direction): Component[] {
  const found = new Map(schemas.map((schema) => [nameOf(schema)!, schema]));
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const name = nameOf(part as Schema);
    const known = name === undefined ? undefined : found.get(name);
    if (
      known &&
      Object.keys(known).some((keyword) => keyword !== 'description' && known[keyword] !== (part as Schema)[keyword])
    )
      throw new Error(`Two schemas have the name ${name}`);
    if (name !== undefined && !known) found.set(name, part as Schema);
    Object.values(part).forEach(visit);
  };
  schemas.forEach(visit);
  return Array.from(found.values(), (schema) => ({ schema, direction }));
}

function nameOf({ title }: Schema): string | undefined {
  // A field may have this name.
  return typeof title === 'string' ? title : undefined;
}
