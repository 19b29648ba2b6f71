import type { Address } from '../../core/domain/addresses.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { fontFile } from '../text/font-files.ts';
import { missingCharacter } from '../text/font-text.ts';

/** Recipient and sender of a letter. */
export interface Addresses {
  to: Address;
  from: Address;
}

export const addressFont = () => fontFile('LiberationSans-Regular');

type SomeAddress = { [Field in keyof Address]?: string | null };
/** The known fields of addresses, complete or not. */
export type SomeAddresses = { [Param in keyof Addresses]?: SomeAddress };

/** Fields with a character that cannot be printed: refused rather than printed as an empty box. */
export function undrawable({ to, from }: SomeAddresses): Detail[] {
  return [...undrawableIn('to', to), ...undrawableIn('from', from)];
}

/** The same for one address, which `param` names. */
export function undrawableIn(param: string, address: SomeAddress = {}): Detail[] {
  return Object.entries(address).flatMap(([field, text]): Detail[] => {
    const character = missingCharacter(addressFont(), text?.normalize('NFC').trim() ?? '');
    return character ? [{ param: `${param}.${field}`, code: 'invalid_value', values: { character } }] : [];
  });
}
