import { complete, described, type FromSchema, named } from './json-schema.ts';
import { constant, string } from './values.ts';

/** The letter or verification whose personal data an owner wants erased (rule DASH-16). */
export const erasureOrderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mailing_id'],
  properties: {
    mailing_id: { type: 'string', minLength: 1, maxLength: 100, description: 'The id of a letter or verification.' },
  },
} as const;

export const erasureSchema = named(
  'Erasure',
  complete('Personal data that is being erased.', {
    id: described('Of the letter or verification.', string),
    object: constant('erasure'),
  }),
);

export type ErasureResource = FromSchema<typeof erasureSchema>;
