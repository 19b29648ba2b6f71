import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import {
  type Address,
  type AddressInput,
  completeAddress,
  isOutsideNumbers,
  normalizePostalCode,
} from '../../core/domain/addresses.ts';
import { losesOwnWords } from '../../core/domain/carrier-address.ts';
import type { DocumentWarning } from '../../core/domain/document-warnings.ts';
import type { Detail, ValidFields } from '../../core/domain/problems.ts';
import { undrawableIn } from '../../pdf/print/address-letters.ts';

export interface AddressDeps {
  directory: Pick<PostalCodeDirectory, 'find'>;
}

/**
 * The complete, printable address; otherwise undefined, with the problems added to `details`. What may be meant otherwise
 * is added to `warnings`.
 */
export function completeOrdered(
  deps: AddressDeps,
  input: ValidFields<AddressInput>,
  param: 'to' | 'from' | 'default_sender',
  details: Detail[],
  warnings: DocumentWarning[] = [],
): Address | undefined {
  const digits = normalizePostalCode(input.postal_code ?? '');
  const entry = digits === undefined ? undefined : deps.directory.find(digits);
  const completed = completeAddress(input, entry, param);
  const refused = completed.details ?? [];
  const unprintable = undrawableIn(param, completed.address ?? input).filter(
    (found) => !refused.some((known) => known.param === found.param),
  );
  details.push(...refused, ...unprintable);
  const warn = (code: DocumentWarning['code']) => void warnings.push({ code, page: 1, name: param });
  if (completed.warning) warn(completed.warning);
  if (completed.address && entry && losesOwnWords(completed.address, entry)) warn('address_too_long_for_carrier');
  if (completed.address && entry && isOutsideNumbers(completed.address, entry)) warn('number_outside_range');
  return unprintable.length > 0 ? undefined : completed.address;
}
