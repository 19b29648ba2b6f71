import { expect, test } from '@jest/globals';
import { lettersCovered, monthStart, spentSince } from '../../lib/core/domain/home.ts';
import { emptyBalance } from '../../lib/core/domain/ledger.ts';

test.each([
  ['2026-11-01T02:59:59Z', '2026-10-01T03:00:00Z'],
  ['2026-11-01T03:00:00Z', '2026-11-01T03:00:00Z'],
  ['2027-01-01T01:00:00Z', '2026-12-01T03:00:00Z'],
  // Summer time: two hours from UTC.
  ['2018-12-15T12:00:00Z', '2018-12-01T02:00:00Z'],
])('the month of %s began in Brasília at %s', (now, start) => {
  expect(monthStart(Date.parse(now))).toBe(Date.parse(start));
});

const balance = { ...emptyBalance, amount: 2_000, last_entry_at: 10 };
const paid = (amount: number, created_at: number) => ({ amount, created_at });

test('spending is what the balance lacks of what it would be without charges and refunds', () => {
  expect(spentSince(balance, { balance_after: 3_000 }, [])).toBe(1_000);
  expect(spentSince(balance, { balance_after: 3_000 }, [paid(500, 9), paid(-100, 10)])).toBe(1_400);
  expect(spentSince(balance, undefined, [paid(2_690, 1)])).toBe(690);
  expect(spentSince(emptyBalance, undefined, [])).toBe(0);
  // Only refunds of an earlier month.
  expect(spentSince(balance, { balance_after: 1_310 }, [])).toBe(-690);
});

test('an entry after the balance was read is not counted', () => {
  expect(spentSince(balance, { balance_after: 3_000 }, [paid(500, 11)])).toBe(1_000);
});

test('a balance pays for whole letters, and a debt for none', () => {
  expect([1_379, 1_380, 689, 0, -690].map((amount) => lettersCovered(amount, 690))).toEqual([1, 2, 0, 0, 0]);
});
