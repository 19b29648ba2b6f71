import { postalCodeDigit } from './cepnet.ts';
import { type Field, FieldsDoNotFit, fixedRecord } from './fields.ts';

/** The carrier's fields 1 to 11, in their order and without separators. */
const FIELDS = [
  { name: 'to_postal_code', width: 8, charset: 'digits' },
  { name: 'to_number', width: 5, charset: 'digits', fill: 'zeros_left' },
  { name: 'from_postal_code', width: 8, charset: 'digits' },
  { name: 'from_number', width: 5, charset: 'digits', fill: 'zeros_left' },
  { name: 'check_digit', width: 1, charset: 'digits' },
  { name: 'idv', width: 2, charset: 'digits' },
  { name: 'cif', width: 34, charset: 'digits' },
  { name: 'additional_services', width: 10, charset: 'digits', fill: 'zeros_right' },
  { name: 'service', width: 5, charset: 'digits' },
  { name: 'reserve', width: 15, charset: 'digits', fill: 'zeros_left' },
  { name: 'cnae', width: 9, charset: 'digits', fill: 'zeros_left' },
] as const satisfies readonly Field[];

/** Field 12; what stands there without a number is data of the profile, because no public source says it. */
const OBJECT_NUMBER = { name: 'object_number', width: 13, charset: 'code', fill: 'blanks_right' } as const;
const FREE = { name: 'free', width: 54, charset: 'text', fill: 'blanks_right' } as const;
/** Field 14: the carrier ignores what follows. */
const END = '|';

export interface DataMatrixValues {
  to: { postal_code: string; number: string };
  from: { postal_code: string; number: string };
  /** Kind of the object, two digits. */
  idv: string;
  /** The 34 digits of an object of authorized franking; null for any other. */
  cif: string | null;
  /** Codes of three digits. */
  additional_services: readonly string[];
  service: string;
  cnae: string;
  /** Object number, or the filler of the profile: 13 characters or none. */
  tracking: string;
  /** For the customer, at most 54 characters. */
  free?: string;
}

/**
 * The content of the Data Matrix of a letter.
 * @throws FieldsDoNotFit
 */
export function dataMatrixContent(values: DataMatrixValues): string {
  const { tracking, free = '' } = values;
  const fixed = fixedRecord('data_matrix', FIELDS, {
    to_postal_code: digitsOf(values.to.postal_code),
    to_number: doorDigits(values.to.number),
    from_postal_code: digitsOf(values.from.postal_code),
    from_number: doorDigits(values.from.number),
    check_digit: String(postalCodeDigit(digitsOf(values.to.postal_code))),
    idv: values.idv,
    cif: values.cif ?? '0'.repeat(34),
    additional_services: additionalServices(values.additional_services),
    service: values.service,
    reserve: '',
    cnae: values.cnae,
  });
  if (tracking !== '' && tracking.length !== OBJECT_NUMBER.width)
    throw new FieldsDoNotFit([
      { record: 'data_matrix', field: 'tracking', reason: 'too_short', length: tracking.length, width: 13 },
    ]);
  const number = tracking && fixedRecord('data_matrix', [OBJECT_NUMBER], { object_number: tracking });
  return `${fixed}${number}${fixedRecord('data_matrix', [FREE], { free }).trimEnd()}${END}`;
}

const digitsOf = (postalCode: string) => postalCode.replace('-', '');

/** Ascending, as the carrier asks. */
const additionalServices = (codes: readonly string[]) => [...codes].sort().join('');

/**
 * The number of a house as the code has it: its leading digits; zeros where it has none (`s/n`), names a road's
 * kilometer, or has more digits than the field.
 */
export function doorDigits(number: string): string {
  const [, digits] = /^\s*(?:n[º°o]?\.?\s*)?([0-9]{1,5})(?![0-9])/iu.exec(number) ?? [];
  return digits ?? '';
}
