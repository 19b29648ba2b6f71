import type { Address, AddressInput } from '../api/objects.ts';
import { postalCodeDigits } from '../language/formats.ts';
import type { Texts } from '../language/pt.ts';

export type AddressForm = Record<keyof Address, string>;

export const blankAddress: AddressForm = {
  name: '',
  postal_code: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  state: '',
};

export function addressForm(address: Address): AddressForm {
  return { ...address, complement: address.complement ?? '' };
}

/** Enough for the service to complete the rest from the postal code. */
export function isAddressed({ name, number, postal_code }: AddressForm): boolean {
  return name.trim() !== '' && number.trim() !== '' && postalCodeDigits(postal_code) !== undefined;
}

/** What the order still lacks of its recipient, in one sentence; null if nothing. */
export function missingOfAddress({ name, number, postal_code }: AddressForm, t: Texts): string | null {
  const missing = [
    name.trim() === '' ? t.address.name : null,
    postalCodeDigits(postal_code) === undefined ? t.address.postal_code : null,
    number.trim() === '' ? t.address.number : null,
  ].filter((field) => field !== null);
  return missing.length === 0 ? null : t.newLetter.missingAddress(missing.join(', '));
}

/** Blank fields are not sent, so that the postal code fills them in. */
export function addressInput({ name, number, postal_code, complement, ...rest }: AddressForm): AddressInput {
  const filled = Object.entries({ complement, ...rest })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, text]) => text !== '');
  return { name: name.trim(), number: number.trim(), postal_code, ...Object.fromEntries(filled) };
}
