import { addressPlacements } from '../../lib/domain/mailings.ts';
import { postalServices } from '../../lib/domain/prices.ts';
import { compileValidator } from '../../lib/http/compile-validator.ts';
import { addressSchema } from '../../lib/http/schemas/address.ts';
import { documentSchema, metadataSchema, referenceSchema } from '../../lib/http/schemas/mailing.ts';
import type { LetterOrder } from '../../lib/operations/prepare-letter.ts';

/** Body of POST /letters in JSON. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'document'],
  properties: {
    to: addressSchema,
    from: addressSchema,
    document: documentSchema,
    color: { type: 'boolean' },
    double_sided: { type: 'boolean' },
    address_placement: { type: 'string', enum: addressPlacements },
    postal_services: { type: 'array', uniqueItems: true, items: { type: 'string', enum: postalServices } },
    send_date: { type: 'string', format: 'date' },
    reference: referenceSchema,
    metadata: metadataSchema,
  },
} as const;

export const validator = compileValidator<LetterOrder>(schema);
