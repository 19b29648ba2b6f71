import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatMoney } from '../../../lib/core/domain/money.ts';
import { UsageError } from '../../../lib/programs/command-line/refusals.ts';
import { readMoney } from '../../../lib/programs/operator/money.ts';

describe('an amount typed by an operator', () => {
  test.each([
    ['150,00', 15_000],
    ['0,01', 1],
    ['R$ 1.500,00', 150_000],
    ['R$1.500,00', 150_000],
    ['1500,00', 150_000],
    ['1.234.567,89', 123_456_789],
    [' 6,90 ', 690],
  ])('%s is %d centavos', (text, centavos) => {
    expect(readMoney(text)).toBe(centavos);
  });

  test.each([
    ['no digits after a comma', '150'],
    ['a point where the comma belongs', '150.00'],
    ['a comma between thousands', '1,500.00'],
    ['a point without thousands', '15.00,00'],
    ['one digit after the comma', '150,0'],
    ['three digits after the comma', '150,000'],
    ['a sign', '-150,00'],
    ['another currency', 'US$ 150,00'],
    ['nothing', ''],
    ['zero', '0,00'],
    ['more than any payment', '100.000.000,01'],
  ])('with %s is rejected', (_what, text) => {
    expect(() => readMoney(text)).toThrow(UsageError);
  });

  test('reads the amounts that it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (centavos) => {
        expect(readMoney(formatMoney(centavos))).toBe(centavos);
      }),
    );
  });
});

test('a debt has its sign before the currency', () => {
  expect(formatMoney(-690)).toBe('-R$ 6,90');
  expect(formatMoney(0)).toBe('R$ 0,00');
});
