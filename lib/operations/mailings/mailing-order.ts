import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import { type Address, type AddressInput, completeAddress, normalizePostalCode } from '../../core/domain/addresses.ts';
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
  const completed = completeAddress(input, digits === undefined ? undefined : deps.directory.find(digits), param);
  const refused = completed.details ?? [];
  const unprintable = undrawableIn(param, completed.address ?? input).filter(
    (found) => !refused.some((known) => known.param === found.param),
  );
  details.push(...refused, ...unprintable);
  if (completed.address && completed.warning) warnings.push({ code: completed.warning, page: 1, name: param });
  return unprintable.length > 0 ? undefined : completed.address;
}
