import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import prices from '../../data/prices.json' with { type: 'json' };
import { plans } from '../../lib/core/domain/accounts.ts';
import { postalServices } from '../../lib/core/domain/carrier-services.ts';
import { type PricedMailing, priceOf, type PriceTable } from '../../lib/core/domain/prices.ts';

const table: PriceTable = prices;
const list = {
  base: 700,
  additional_sheets: 70,
  color: 110,
  registered: 1400,
  return_receipt: 900,
  restricted_delivery: 1000,
};
const one: PricedMailing = { pages: 1, double_sided: false, color: false, postal_services: [] };
const lines = (mailing: Partial<PricedMailing>) =>
  priceOf(list, { ...one, ...mailing }).items.map(({ type, quantity, amount }) => [type, quantity, amount]);

describe('prices', () => {
  test('one black-and-white page is the base alone', () => {
    expect(priceOf(list, one)).toEqual({
      currency: 'BRL',
      total: 700,
      items: [{ type: 'base', quantity: 1, unit_amount: 700, amount: 700 }],
    });
  });

  test('front only, each page is a sheet', () => {
    expect(lines({ pages: 4 })).toEqual([
      ['base', 1, 700],
      ['additional_sheets', 3, 210],
    ]);
  });

  test('double-sided, two pages share a sheet', () => {
    expect(lines({ pages: 5, double_sided: true })).toEqual([
      ['base', 1, 700],
      ['additional_sheets', 2, 140],
    ]);
  });

  test('color is charged for each printed side', () => {
    expect(lines({ pages: 3, double_sided: true, color: true })).toEqual([
      ['base', 1, 700],
      ['additional_sheets', 1, 70],
      ['color', 3, 330],
    ]);
  });

  test('each carrier service has a line of its own', () => {
    expect(lines({ postal_services: ['restricted_delivery', 'registered'] })).toEqual([
      ['base', 1, 700],
      ['registered', 1, 1400],
      ['restricted_delivery', 1, 1000],
    ]);
  });

  test('any price is the sum of its lines, each quantity times its unit', () => {
    const mailing = fc.record({
      pages: fc.integer({ min: 1, max: 12 }),
      double_sided: fc.boolean(),
      color: fc.boolean(),
      postal_services: fc.subarray([...postalServices]),
    });
    fc.assert(
      fc.property(fc.constantFrom(...plans), mailing, (plan, sent) => {
        const price = priceOf(table[plan], sent);
        expect(price.total).toBe(price.items.reduce((sum, item) => sum + item.amount, 0));
        for (const item of price.items) expect(item.amount).toBe(item.quantity * item.unit_amount);
        for (const item of price.items) expect(item.quantity).toBeGreaterThan(0);
      }),
    );
  });

  test('the price table has every plan, and only whole centavos', () => {
    for (const plan of plans)
      for (const amount of Object.values(table[plan])) expect(Number.isInteger(amount)).toBe(true);
  });
});
