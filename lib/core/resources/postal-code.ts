import { formatPostalCode, type PostalCodeEntry } from '../domain/addresses.ts';
import type { PostalCodeResource } from '../schemas/postal-code.ts';

/** The documented JSON of a postal code: street and neighborhood are null where the code covers a whole city or district. */
export function postalCodeResource(entry: PostalCodeEntry): PostalCodeResource {
  return {
    object: 'postal_code',
    postal_code: formatPostalCode(entry.postal_code),
    street: entry.street,
    neighborhood: entry.neighborhood,
    city: entry.city,
    state: entry.state,
  };
}
