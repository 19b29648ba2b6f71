import { formattedPostalCode, state } from './address.ts';
import { complete, described, type FromSchema, named, nullable } from './json-schema.ts';
import { constant, string } from './values.ts';

/** A postal code (rule ADDR-6). */
export const postalCodeSchema = named(
  'PostalCode',
  complete('The address of a postal code.', {
    object: constant('postal_code'),
    postal_code: formattedPostalCode,
    street: nullable(described('Null if the code covers a whole city or district.', string)),
    neighborhood: nullable(string),
    city: string,
    state,
  }),
);

export type PostalCodeResource = FromSchema<typeof postalCodeSchema>;
