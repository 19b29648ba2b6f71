import { LONGEST_DOCUMENT_URL } from '../../../core/domain/mailing-fields.ts';

/** The customer's own label of a mailing (rule REQ-16). */
export const referenceSchema = { type: 'string', maxLength: 100 } as const;

/** The customer's own data on a mailing, never printed (rule REQ-16). */
export const metadataSchema = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
} as const;

/** The least that DynamoDB tells from zero is 1E-130. */
const nearZero = { type: 'number', exclusiveMinimum: -1e-129, exclusiveMaximum: 1e-129, not: { const: 0 } } as const;

/**
 * Values of the markers of a PDF (rule DOC-10). A number is kept and printed as sent or not at all: beyond
 * 2^53 readers of JSON lose its last digits, so what is longer, such as the number of a bank slip, is sent as text.
 */
export const variablesSchema = {
  type: 'object',
  maxProperties: 100,
  propertyNames: { type: 'string', maxLength: 60, pattern: '^[A-Za-z0-9_]+$' },
  additionalProperties: {
    type: ['string', 'number'],
    maxLength: 500,
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    not: nearZero,
  },
} as const;

/** Where the content of a mailing comes from, chosen by `type` (rule DOC-1). */
export const documentSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    {
      additionalProperties: false,
      required: ['type', 'url'],
      properties: {
        type: { const: 'url' },
        url: { type: 'string', format: 'uri', maxLength: LONGEST_DOCUMENT_URL },
        variables: variablesSchema,
      },
    },
    {
      additionalProperties: false,
      required: ['type', 'upload_id'],
      properties: { type: { const: 'upload' }, upload_id: { type: 'string' }, variables: variablesSchema },
    },
    {
      additionalProperties: false,
      required: ['type', 'data'],
      properties: { type: { const: 'base64' }, data: { type: 'string', minLength: 1 }, variables: variablesSchema },
    },
  ],
} as const;
