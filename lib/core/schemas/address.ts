import { addressLimits, POSTAL_CODE_PATTERN } from '../domain/addresses.ts';
import type { StateCode } from '../domain/brazilian-states.ts';
import { complete, described, type FromSchema, named, nullable, type Typed } from './json-schema.ts';
import { string } from './values.ts';

export const formattedPostalCode = { type: 'string', pattern: '^[0-9]{5}-[0-9]{3}$' } as const;

const stateKeywords = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  description: 'Two-letter code of the state (UF).',
} as const;
export const state = stateKeywords as Typed<typeof stateKeywords, StateCode>;

/** An address as every response shows it (rule ADDR-1). */
export const addressSchema = named(
  'Address',
  complete('A complete address, as printed.', {
    name: string,
    street: string,
    number: string,
    complement: nullable(string),
    neighborhood: string,
    city: string,
    state,
    postal_code: described('CEP, formatted.', formattedPostalCode),
  }),
);

export type AddressResource = FromSchema<typeof addressSchema>;

/**
 * An address as a customer sends it (rule ADDR-1): the postal code supplies the rest. `lib/core/domain/addresses.ts`
 * checks format and existence of the postal code, with the directory.
 */
export const addressInputSchema = {
  title: 'AddressInput',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'postal_code', 'number'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: addressLimits.name, description: 'Person or company.' },
    street: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.street,
      description: 'Filled in from the postal code if omitted.',
    },
    number: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.number,
      description: 'Number on the street; `s/n` where there is none.',
    },
    complement: {
      type: ['string', 'null'],
      maxLength: addressLimits.complement,
      description: 'Floor, apartment, block.',
    },
    neighborhood: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.neighborhood,
      description: 'Filled in from the postal code if omitted.',
    },
    city: {
      type: 'string',
      minLength: 1,
      maxLength: addressLimits.city,
      description: 'Must match the postal code. Filled in from the postal code if omitted.',
    },
    state: {
      type: 'string',
      minLength: 2,
      maxLength: 2,
      shownPattern: '^[A-Za-z]{2}$',
      description: 'Two-letter code (UF). Must match the postal code. Filled in from the postal code if omitted.',
    },
    postal_code: {
      type: 'string',
      shownPattern: POSTAL_CODE_PATTERN,
      description: 'CEP: eight digits, with or without the hyphen.',
      examples: ['01001-000'],
    },
  },
} as const;

/** Fields of an address to change; the others stay. */
export const addressChangesSchema = {
  title: 'AddressChanges',
  type: 'object',
  additionalProperties: false,
  properties: addressInputSchema.properties,
} as const;
