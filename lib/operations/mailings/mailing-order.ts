import { undrawableIn } from '../../adapters/pdf/address-letters.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import { type Address, type AddressInput, completeAddress, normalizePostalCode } from '../../core/domain/addresses.ts';
import type { Detail, DetailCode, Sound } from '../../core/domain/problems.ts';

export interface AddressDeps {
  directory: Pick<PostalCodeDirectory, 'find'>;
}

/** The complete, printable address; otherwise undefined, with the problems added to `details`. */
export function completeOrdered(
  deps: AddressDeps,
  input: Sound<AddressInput>,
  param: 'to' | 'from' | 'default_sender',
  details: Detail[],
): Address | undefined {
  const digits = normalizePostalCode(input.postal_code ?? '');
  const completed = completeAddress(input, digits === undefined ? undefined : deps.directory.find(digits), param);
  const refused = completed.details ?? [];
  const unprintable = undrawableIn(param, completed.address ?? input).filter(
    (found) => !refused.some((known) => known.param === found.param),
  );
  details.push(...refused, ...unprintable);
  return unprintable.length > 0 ? undefined : completed.address;
}

/**
 * All problems of an order, in the order of its fields.
 * @param violations problems of its shape
 * @param found all other problems
 */
export function problemsOf(
  fields: readonly string[],
  violations: readonly Detail[],
  found: readonly Detail[],
): Detail[] {
  return inRequestOrder(fields, [...violations, ...independentProblems(violations, found)]);
}

/** Document problems that depend on other fields; not reported while those fields are invalid. */
const decidedBy: Partial<Record<DetailCode, readonly string[]>> = {
  address_area_not_blank: ['address_placement'],
  too_many_sheets: ['double_sided', 'address_placement'],
};

/** Problems beyond the shape, without those caused by an invalid shape. */
function independentProblems(violations: readonly Detail[], found: readonly Detail[]): Detail[] {
  const misshapen = new Set(violations.map(({ param }) => param));
  return found.filter(({ param, code }) => ![param, ...(decidedBy[code] ?? [])].some((field) => misshapen.has(field)));
}

/** Details in the order of the fields; within one field, in the order found; unknown fields last. */
function inRequestOrder(fields: readonly string[], details: readonly Detail[]): Detail[] {
  const place = ({ param }: Detail) => {
    const index = fields.indexOf(/^[^.[]*/.exec(param)![0]);
    return index < 0 ? fields.length : index;
  };
  return [...details].sort((a, b) => place(a) - place(b));
}
