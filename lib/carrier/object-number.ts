import { trackingCheckDigit } from '../core/domain/tracking-codes.ts';
import { type Field, fixedRecord } from './fields.ts';

const FIELDS = [
  { name: 'prefix', width: 2, charset: 'code' },
  { name: 'serial', width: 8, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'check_digit', width: 1, charset: 'digits' },
  { name: 'country', width: 2, charset: 'code' },
] as const satisfies readonly Field[];

/**
 * The number of a registered object (UPU S10): prefix, eight digits, check digit, country. Ranges that the carrier
 * grants have no check digits.
 * @throws FieldsDoNotFit
 */
export function objectNumber(prefix: string, serial: number): string {
  const digits = String(serial).padStart(8, '0');
  const check_digit = String(trackingCheckDigit(digits));
  return fixedRecord('object_number', FIELDS, { prefix, serial: digits, check_digit, country: 'BR' });
}

/** As people read it, in groups: `RR 123 456 785 BR`. */
export function groupedNumber(number: string): string {
  return [number.slice(0, 2), number.slice(2, 5), number.slice(5, 8), number.slice(8, 11), number.slice(11)].join(' ');
}
