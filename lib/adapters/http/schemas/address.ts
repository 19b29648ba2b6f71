import { addressLimits } from '../../../core/domain/addresses.ts';

/**
 * An address as a customer sends it (rule ADDR-1): the postal code gives the rest. Format and existence of the
 * postal code are judged with the directory, in `lib/core/domain/addresses.ts`.
 */
export const addressSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'postal_code', 'number'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: addressLimits.name },
    street: { type: 'string', minLength: 1, maxLength: addressLimits.street },
    number: { type: 'string', minLength: 1, maxLength: addressLimits.number },
    complement: { type: ['string', 'null'], maxLength: addressLimits.complement },
    neighborhood: { type: 'string', minLength: 1, maxLength: addressLimits.neighborhood },
    city: { type: 'string', minLength: 1, maxLength: addressLimits.city },
    state: { type: 'string', minLength: 2, maxLength: 2 },
    postal_code: { type: 'string' },
  },
} as const;
