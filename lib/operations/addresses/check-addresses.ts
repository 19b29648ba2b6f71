import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { StreetIndex } from '../../adapters/postal-codes/street-index.ts';
import { checkPlace, findPostalCodes } from '../../core/domain/address-check.ts';
import { isStateCode } from '../../core/domain/brazilian-states.ts';
import { notAllowed, Problem } from '../../core/domain/problems.ts';
import { addressCheckResource } from '../../core/resources/address-check.ts';
import { postalCodeResource } from '../../core/resources/postal-code.ts';
import type {
  AddressChecksOrder,
  AddressChecksResource,
  PostalCodeSearchQuery,
  PostalCodeSearchResource,
} from '../../core/schemas/address-check.ts';

export interface Deps {
  directory: Pick<PostalCodeDirectory, 'find'>;
  index: Pick<StreetIndex, 'cities' | 'streets'>;
}

/** Compares addresses with the directory (rule ADDR-9). */
export function checkAddresses({ directory, index }: Deps, { addresses }: AddressChecksOrder): AddressChecksResource {
  const places = { find: (code: string) => directory.find(code), cities: index.cities, streets: index.streets };
  const data = addresses.map((sent) => {
    const text = (field: 'street' | 'number' | 'neighborhood' | 'city' | 'state' | 'postal_code') =>
      sent[field]?.trim() || null;
    const verdict = checkPlace(places, {
      street: text('street'),
      number: text('number'),
      neighborhood: text('neighborhood'),
      city: text('city'),
      state: text('state'),
      postal_code: text('postal_code'),
    });
    return addressCheckResource(sent, verdict);
  });
  return { object: 'address_checks', data };
}

/** Postal codes that a search shows. */
const MOST_FOUND = 20;

/**
 * The postal codes of a street, of which the last word may be incomplete, or of a city (rule ADDR-11).
 * @throws Problem invalid_request for a state that does not exist
 */
export function searchPostalCodes({ directory, index }: Deps, query: PostalCodeSearchQuery): PostalCodeSearchResource {
  const state = query.state.toUpperCase();
  if (!isStateCode(state)) throw Problem.invalid([{ param: 'state', ...notAllowed({ reason: 'unknown_state' }) }]);
  const found = findPostalCodes(index, {
    state,
    city: query.city,
    street: query.street ?? null,
    neighborhood: query.neighborhood ?? null,
  });
  const entries = found.slice(0, MOST_FOUND).map((code) => directory.find(code)!);
  return {
    object: 'postal_code_search',
    data: entries.map(postalCodeResource),
    has_more: found.length > MOST_FOUND,
  };
}
