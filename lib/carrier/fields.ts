/**
 * Records of fixed fields as the carrier's systems read them. A table says what a field takes; what does not fit is an
 * error before anything is written, because a value that is cut is another value.
 */

/** What characters a field takes. */
const CHARSETS = {
  digits: /^[0-9]*$/,
  /** Capital letters and digits. */
  code: /^[0-9A-Z]*$/,
  /** Printable Latin-1 without the separator of the records that have one. */
  text: /^[\x20-\x7b\x7d\x7e\xa0-\xff]*$/,
} as const;

export interface Field<Name extends string = string> {
  name: Name;
  /** Characters, exactly in a record of fixed width and at most in one with separators. */
  width: number;
  charset: keyof typeof CHARSETS;
  /** What fills a shorter value, and on which side. Absent: the value has exactly this width. */
  fill?: 'zeros_left' | 'zeros_right' | 'blanks_right';
  /** Least characters before filling; 0 if absent. */
  least?: number;
}

export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** A value that its field does not take. It names the field, never the value: that may be personal data. */
export interface FieldFault {
  record: string;
  field: string;
  reason: 'too_long' | 'too_short' | 'wrong_characters';
  /** Characters of the value, and what the field has. */
  length: number;
  width: number;
}

/** Some values do not fit their fields. Nothing was written. */
export class FieldsDoNotFit extends Error {
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    const named = faults.slice(0, 10).map(({ record, field, reason }) => `${record}.${field}: ${reason}`);
    super(`${faults.length} values do not fit the carrier's fields: ${named.join(', ')}`);
    this.name = 'FieldsDoNotFit';
    this.faults = faults;
  }
}

/** The faults of the values of a record. */
export function faultsOf<Name extends string>(
  record: string,
  fields: readonly Field<Name>[],
  values: Values<Name>,
): FieldFault[] {
  return fields.flatMap(({ name, width, charset, fill, least = 0 }): FieldFault[] => {
    const value = values[name];
    const length = [...value].length;
    const fault = (reason: FieldFault['reason']) => [{ record, field: name, reason, length, width }];
    if (!CHARSETS[charset].test(value)) return fault('wrong_characters');
    if (length > width) return fault('too_long');
    return length < (fill ? least : width) ? fault('too_short') : [];
  });
}

/**
 * One record of fixed width, without its line end.
 * @throws FieldsDoNotFit
 */
export function fixedRecord<Name extends string>(
  record: string,
  fields: readonly Field<Name>[],
  values: Values<Name>,
): string {
  const faults = faultsOf(record, fields, values);
  if (faults.length > 0) throw new FieldsDoNotFit(faults);
  return fields.map(({ name, width, fill }) => filled(values[name], width, fill)).join('');
}

/**
 * One record with a separator between its fields, filled up where the table says so. The separator is in no charset.
 * @throws FieldsDoNotFit
 */
export function separatedRecord<Name extends string>(
  record: string,
  fields: readonly Field<Name>[],
  values: Values<Name>,
): string {
  const faults = faultsOf(record, fields, values);
  if (faults.length > 0) throw new FieldsDoNotFit(faults);
  return fields
    .map(({ name, width, fill }) => (fill === 'zeros_left' ? filled(values[name], width, fill) : values[name]))
    .join('|');
}

function filled(value: string, width: number, fill: Field['fill']): string {
  if (fill === 'zeros_left') return value.padStart(width, '0');
  if (fill === 'zeros_right') return value.padEnd(width, '0');
  return value.padEnd(width, ' ');
}

/** All faults of many records at once, so that an operator corrects them in one go. */
export function collected<Result>(records: readonly (() => Result)[]): Result[] {
  const faults: FieldFault[] = [];
  const results: Result[] = [];
  for (const record of records)
    try {
      results.push(record());
    } catch (error) {
      if (!(error instanceof FieldsDoNotFit)) throw error;
      faults.push(...error.faults);
    }
  if (faults.length > 0) throw new FieldsDoNotFit(faults);
  return results;
}
