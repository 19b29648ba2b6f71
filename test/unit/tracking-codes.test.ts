import { expect, test } from '@jest/globals';
import { isTrackingCode, trackingCheckDigit, trackingCodeFault } from '../../lib/core/domain/tracking-codes.ts';

test.each([
  ['00071761', 8],
  ['00071758', 1],
  ['96633102', 0],
  ['76129403', 8],
  ['47312482', 9],
  ['12345678', 5],
  ['00000000', 5],
  ['99999999', 5],
])('%s has the check digit %i', (digits, expected) => expect(trackingCheckDigit(digits)).toBe(expected));

test('shape, country and check digit are checked, the prefix is not', () => {
  expect(isTrackingCode('AA123456785BR')).toBe(true);
  expect(isTrackingCode('SX123456785BR')).toBe(true);
  expect(isTrackingCode('AA123456789BR')).toBe(false);
  expect(isTrackingCode('RR473124829GB')).toBe(false);
  expect(isTrackingCode('aa123456785br')).toBe(false);
  expect(isTrackingCode(' AA123456785BR')).toBe(false);
});

test('a problem says whether the format or the check digit is wrong', () => {
  expect(trackingCodeFault('AA123456789BR')).toBe('tracking_code_check_digit');
  expect(trackingCodeFault('RR473124829GB')).toBe('invalid_tracking_code');
  expect(trackingCodeFault('AA123456785BR')).toBeUndefined();
});
