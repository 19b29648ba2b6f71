import { join } from 'node:path';
import { validFields, violationsOf } from '../../adapters/http/validation.ts';
import { compileValidator } from '../../adapters/json-schema/compile-validator.ts';
import { openDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Address, AddressInput } from '../../core/domain/addresses.ts';
import type { DocumentWarning } from '../../core/domain/document-warnings.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { addressInputSchema } from '../../core/schemas/address.ts';
import { variablesInputSchema } from '../../core/schemas/document.ts';
import { completeOrdered } from '../../operations/mailings/mailing-order.ts';

/** The parts of an order on the command line, with the names of the API's multipart request. */
export interface Order {
  to?: AddressInput;
  from?: AddressInput;
  variables?: Record<string, string>;
}

/** Problems that the API reports for an uploaded file. */
export const FILE = 'file';
const FIELDS = ['to', 'from', FILE, 'variables'];

const validator = compileValidator({
  type: 'object',
  additionalProperties: false,
  properties: { to: addressInputSchema, from: addressInputSchema, variables: variablesInputSchema },
});

export interface Judged {
  to: Address | undefined;
  from: Address | undefined;
  details: Detail[];
  /** Of the addresses. */
  warnings: DocumentWarning[];
}

/**
 * All problems that the API would report for an order, in the same sequence: shapes, addresses, the size of the file
 * and, by `inspect`, the document itself.
 */
export async function judge(
  order: Order,
  bytes: Uint8Array,
  inspect: () => Promise<{ details: Detail[] } | { ok: true }>,
): Promise<Judged> {
  const violations = violationsOf(validator, order);
  const { to, from } = validFields<Order>(order, violations);
  const found: Detail[] = [];
  const warnings: DocumentWarning[] = [];
  const complete = (input: typeof to, param: 'to' | 'from') =>
    input && completeOrdered(directory(), input, param, found, warnings);
  const addresses = { to: complete(to, 'to'), from: complete(from, 'from') };
  if (bytes.byteLength > UPLOAD_MAX_BYTES) {
    found.push({ param: FILE, code: 'document_too_large', values: { max_mb: UPLOAD_MAX_BYTES / MEGABYTE } });
  } else {
    const inspected = await inspect();
    if ('details' in inspected) found.push(...inspected.details);
  }
  return { ...addresses, details: problemsOf(FIELDS, violations, found), warnings };
}

const directory = () => ({ directory: openDirectory(join(import.meta.dirname, '../../../data/postal-codes')) });
