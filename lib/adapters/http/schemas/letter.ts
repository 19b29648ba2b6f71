import { addressPlacements } from '../../../core/domain/mailing-fields.ts';
import { postalServices } from '../../../core/domain/prices.ts';
import type { FieldKinds } from '../form-fields.ts';
import { addressSchema } from './address.ts';
import { documentSchema, metadataSchema, referenceSchema, variablesSchema } from './mailing.ts';

const addresses = { to: addressSchema, from: addressSchema } as const;

const settings = {
  color: { type: 'boolean' },
  double_sided: { type: 'boolean' },
  address_placement: { type: 'string', enum: addressPlacements },
  postal_services: { type: 'array', uniqueItems: true, items: { type: 'string', enum: postalServices } },
  send_date: { type: 'string', format: 'date' },
  reference: referenceSchema,
  metadata: metadataSchema,
} as const;

/** A letter ordered or quoted in JSON (rule LTR-1). */
export const letterSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'document'],
  properties: { ...addresses, document: documentSchema, ...settings },
} as const;

/** The same as a form, in the shape of `fieldsOf`: the document is the part `file`, with `variables` beside it. */
export const letterFormSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'file'],
  properties: { ...addresses, file: { type: 'object' }, variables: variablesSchema, ...settings },
} as const;

/** What the parts of that form are, where they are no texts. */
export const letterFormKinds: FieldKinds = { booleans: ['color', 'double_sided'], files: ['file'] };
