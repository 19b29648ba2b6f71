import { expect, test } from '@jest/globals';
import { chargeOfLetter, chargeOfVerification } from '../../dashboard/src/letters/letter-charge.ts';

const times = {
  received_at: null,
  in_production_at: null,
  printed_at: null,
  posted_at: null,
  failed_at: null,
  canceled_at: null,
};

test.each([
  ['scheduled', null, 'later'],
  ['received', '2026-11-30T12:00:00Z', 'charged'],
  ['in_production', '2026-11-30T12:00:00Z', 'charged'],
  ['posted', '2026-11-30T12:00:00Z', 'charged'],
  ['failed', '2026-11-30T12:00:00Z', 'refunded'],
  ['canceled', '2026-11-30T12:00:00Z', 'refunded'],
  ['canceled', null, 'never'],
] as const)('a letter %s, received at %s, says beside its price: %s', (status, receivedAt, charge) => {
  expect(chargeOfLetter({ status, status_transitions: { ...times, received_at: receivedAt } })).toBe(charge);
});

test('only a canceled verification is refunded', () => {
  expect(chargeOfVerification({ status: 'canceled' })).toBe('refunded');
  expect(chargeOfVerification({ status: 'expired' })).toBe('charged');
});
