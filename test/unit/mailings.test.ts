import { describe, expect, test } from '@jest/globals';
import { chargeInstant } from '../../lib/core/domain/brasilia.ts';
import { chargeOf, mailingKindOf, refundFor } from '../../lib/core/domain/mailing-fields.ts';
import { mailingDueAt } from '../../lib/core/domain/mailings.ts';
import { networkOf } from '../../lib/core/domain/networks.ts';
import { isInTime, printOrderOf, statusSince } from '../../lib/core/domain/print-batches.ts';
import { letterSample, verificationSample } from '../support/samples.ts';

test('an id names its kind of mailing', () => {
  expect([letterSample().id, verificationSample().id].map(mailingKindOf)).toEqual(['letter', 'verification']);
});

test('a mailing of either kind is due by its own rules', () => {
  const expires_at = 90 * 86_400_000;
  expect(mailingDueAt(letterSample({ status: 'scheduled', send_date: '2026-12-01' }))).toBe(
    chargeInstant('2026-12-01'),
  );
  expect(mailingDueAt(verificationSample({ status: 'awaiting_code', expires_at }))).toBe(83 * 86_400_000);
});

test('its price is debited under its kind, and refunded whole (rule MON-5)', () => {
  const letter = letterSample({ id: 'ltr_1' });
  const debit = { account_id: 'acc_sample', type: 'letter', amount: -690, source_id: 'ltr_1', description: null };
  expect(chargeOf(letter)).toEqual(debit);
  expect(refundFor(letter)).toEqual({ ...debit, type: 'refund', amount: 690 });
  expect(chargeOf(verificationSample()).type).toBe('verification');
});

describe('a print batch (rule PRD-1)', () => {
  const form = { pages: 3, sheets: 2, color: true, double_sided: true, address_placement: 'extra_page' } as const;

  test('orders a mailing as it was charged, a verification without services of the carrier', () => {
    const letter = letterSample({ ...form, postal_services: ['registered'] });
    expect(printOrderOf(letter)).toEqual({ ...form, file: letter.print_file, postal_services: ['registered'] });
    const verification = verificationSample(form);
    expect(printOrderOf(verification)).toEqual({ ...form, file: verification.print_file, postal_services: [] });
  });

  test.each([
    ['received before', { received: 100 }, 50, true],
    ['received after', { received: 101 }, 50, false],
    ['with only a time of creation, before', {}, 100, true],
    ['with only a time of creation, after', {}, 101, false],
  ])('includes a mailing %s its cut-off: %#', (_, reached, created_at, taken) => {
    expect(isInTime(letterSample({ reached, created_at }), 100)).toBe(taken);
  });

  test('has the time since when a mailing has its status', () => {
    expect(statusSince(letterSample({ created_at: 5, reached: { received: 7, in_production: 9 } }))).toBe(9);
    expect(statusSince(letterSample({ created_at: 5, reached: {} }))).toBe(5);
  });
});

test.each([
  [null, null],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['::3:4:5:6:7', '0:0:0:3'],
  ['1:2:3::8', '1:2:3:0'],
  ['1:2::4:5:6:7:8', '1:2:0:4'],
])('tries from %p count for %p', (ip, network) => expect(networkOf(ip)).toBe(network));
