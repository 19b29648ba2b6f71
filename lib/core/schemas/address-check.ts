import { confidences } from '../domain/address-check.ts';
import { addressLimits } from '../domain/addresses.ts';
import { addressWarningCodes } from '../domain/document-warnings.ts';
import { addressInputSchema, formattedPostalCode } from './address.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts } from './json-schema.ts';
import { postalCodeSchema } from './postal-code.ts';
import { boolean, constant, string } from './values.ts';

/** Addresses of one call (rule ADDR-9). */
export const MOST_CHECKED = 500;

/** Fields that the directory may fill in or correct. */
export const checkedFields = ['street', 'neighborhood', 'city', 'state', 'postal_code'] as const;
export const addressChanges = ['filled_in', 'respelled', 'corrected'] as const;

const addressChangeSchema = named(
  'AddressChange',
  complete('How a field differs from what was sent.', {
    field: oneOfTexts(checkedFields),
    change: oneOfTexts(
      addressChanges,
      '`filled_in`: it was not sent. `respelled`: the same words with other accents, case or abbreviations. `corrected`: other words or digits.',
    ),
  }),
);

const checkedAddressSchema = named(
  'CheckedAddress',
  complete('The address as the envelope would show it. A field that nobody knows is null.', {
    name: nullable(string),
    street: nullable(string),
    number: nullable(string),
    complement: nullable(string),
    neighborhood: nullable(string),
    city: nullable(string),
    state: nullable({ type: 'string', pattern: '^[A-Z]{2}$', description: 'Two-letter code of the state (UF).' }),
    postal_code: nullable(described('CEP, formatted.', formattedPostalCode)),
  }),
);

/** What the directory says of an address (rule ADDR-10). */
export const addressCheckSchema = named(
  'AddressCheck',
  complete('What the directory of postal codes says of an address.', {
    object: constant('address_check'),
    confidence: named(
      'AddressConfidence',
      oneOfTexts(
        confidences,
        '`certain`: several parts of the address agree on one postal code, and no other is near. `likely`: one fits best. `ambiguous`: several fit as well; compare `alternatives`. `unknown`: none fits, and what was sent stays.',
      ),
    ),
    address: checkedAddressSchema,
    changes: listOf(addressChangeSchema),
    missing: listOf(oneOfTexts(['street', 'number', 'neighborhood', 'city', 'state', 'postal_code'] as const), {
      description: 'Fields that a letter needs and that are still null.',
    }),
    warnings: listOf(oneOfTexts(addressWarningCodes), {
      description: 'The warnings that a letter to this address would have.',
    }),
    alternatives: listOf(postalCodeSchema, {
      description: 'Other postal codes that may be meant, the likeliest first.',
    }),
  }),
);

export type AddressCheckResource = FromSchema<typeof addressCheckSchema>;

export const addressChecksSchema = named(
  'AddressChecks',
  complete('The checked addresses, in the order in which they were sent.', {
    object: constant('address_checks'),
    data: listOf(addressCheckSchema),
  }),
);

export type AddressChecksResource = FromSchema<typeof addressChecksSchema>;

const { name, number, complement } = addressInputSchema.properties;

/** As for a letter, but every field may be absent or wrong. */
const placeInputSchema = {
  title: 'AddressCheckAddressInput',
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { ...name, description: 'Person or company; only compared with what the carrier can hold.' },
    street: { type: 'string', minLength: 1, maxLength: addressLimits.street, description: 'With its type.' },
    number,
    complement,
    neighborhood: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.neighborhood,
      description: 'Tells streets of one name apart.',
    },
    city: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.city,
      description: 'Without it and without a postal code nothing is found.',
    },
    state: { type: 'string', minLength: 2, maxLength: 2, description: 'Two-letter code (UF).' },
    postal_code: { type: 'string', minLength: 1, maxLength: 20, description: 'CEP, right or wrong.' },
  },
} as const;

export type CheckedAddressInput = FromSchema<typeof placeInputSchema>;

/** Body of POST /addresses/check (rule ADDR-9). */
export const addressChecksOrderSchema = {
  title: 'AddressChecksInput',
  type: 'object',
  additionalProperties: false,
  required: ['addresses'],
  properties: {
    addresses: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_CHECKED,
      items: placeInputSchema,
      description: 'One address or many; the answer has them in this order.',
    },
  },
} as const;

export type AddressChecksOrder = FromSchema<typeof addressChecksOrderSchema>;

/** What was found for GET /postal-codes (rule ADDR-11). */
export const postalCodeSearchSchema = named(
  'PostalCodeSearch',
  complete('Postal codes of a street or a city, the likeliest first.', {
    object: constant('postal_code_search'),
    data: listOf(postalCodeSchema),
    has_more: described('Whether more fit than are shown: name the street or the neighborhood.', boolean),
  }),
);

export type PostalCodeSearchResource = FromSchema<typeof postalCodeSearchSchema>;

export const postalCodeSearchQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['state', 'city'],
  properties: {
    state: {
      type: 'string',
      minLength: 2,
      maxLength: 2,
      description: 'Two-letter code (UF).',
      examples: ['SP'],
    },
    city: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.city,
      description: 'City or district.',
      examples: ['São Paulo'],
    },
    street: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.street,
      description:
        'Its words; the last one may be incomplete. Without it, the codes of the whole city and its districts.',
    },
    neighborhood: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.neighborhood,
      description: 'Codes of this neighborhood come first.',
    },
  },
} as const;

export type PostalCodeSearchQuery = FromSchema<typeof postalCodeSearchQuerySchema>;
