import type { Address } from '../domain/addresses.ts';
import type { AddressResource } from '../schemas/address.ts';

/** An address as documented (rule ADDR-5). */
export function addressResource(address: Address): AddressResource {
  return {
    name: address.name,
    street: address.street,
    number: address.number,
    complement: address.complement,
    neighborhood: address.neighborhood,
    city: address.city,
    state: address.state,
    postal_code: address.postal_code,
  };
}
