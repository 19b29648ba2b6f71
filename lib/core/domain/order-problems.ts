import type { Detail, DetailCode } from './problems.ts';

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
