import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  daysOfStock,
  freeLabels,
  type LabelRange,
  numbersIn,
  objectNumber,
  sizeOf,
  takeLabels,
} from '../../lib/core/domain/carrier-labels.ts';
import { trackingCodeFault } from '../../lib/core/domain/tracking-codes.ts';
import { DAY_MS } from '../../lib/core/domain/units.ts';

const TODAY = '2026-11-30';

const range = (fields: Partial<LabelRange>): LabelRange => ({
  prefix: 'TE',
  first: 1,
  last: 10,
  next: fields.first ?? 1,
  source: 'test',
  valid_until: null,
  added_at: 0,
  voids: [],
  ...fields,
});

describe('object numbers', () => {
  test.each([
    ['DL', 74668653, 'DL746686536BR'],
    ['DL', 76023727, 'DL760237272BR'],
    ['SZ', 27465435, 'SZ274654354BR'],
  ])('%s %i has the check digit of the official example', (prefix, number, whole) => {
    expect(objectNumber(prefix, number)).toBe(whole);
    expect(trackingCodeFault(whole)).toBeUndefined();
  });

  test('are taken from ranges like numbers from a list: each once, none that is void, used or too old', () => {
    const ranges = fc
      .array(
        fc.record({
          prefix: fc.constantFrom('TE', 'TC'),
          size: fc.integer({ min: 1, max: 12 }),
          used: fc.integer({ min: 0, max: 12 }),
          valid_until: fc.constantFrom(null, '2026-11-29', TODAY, '2027-01-01'),
          voids: fc.array(fc.record({ from: fc.nat(11), size: fc.integer({ min: 1, max: 4 }) }), { maxLength: 3 }),
        }),
        { maxLength: 4 },
      )
      .map((all) =>
        all.map(({ prefix, size, used, valid_until, voids }, index) => {
          const first = index * 100;
          const next = first + Math.min(used, size);
          return range({
            prefix,
            first,
            last: first + size - 1,
            next,
            valid_until,
            added_at: index,
            voids: voids.map(({ from, size }) => ({
              first: first + from,
              last: first + from + size - 1,
              reason: 'damaged',
              at: 0,
            })),
          });
        }),
      );
    fc.assert(
      fc.property(ranges, fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }), (given, wanted) => {
        const open = new Set<number>();
        for (const { prefix, next, last, valid_until, voids } of given) {
          if (prefix !== 'TE' || (valid_until !== null && valid_until < TODAY)) continue;
          for (let number = next; number <= last; number++)
            if (!voids.some((gap) => gap.first <= number && number <= gap.last)) open.add(number);
        }
        let stock = given;
        for (const count of wanted) {
          expect(freeLabels(stock, 'TE', TODAY)).toBe(open.size);
          const taken = takeLabels(stock, 'TE', count, TODAY);
          if (!taken) {
            expect(open.size).toBeLessThan(count);
            continue;
          }
          expect(sizeOf(taken.blocks)).toBe(count);
          for (const { first, last } of taken.blocks)
            for (let number = first; number <= last; number++) expect(open.delete(number)).toBe(true);
          stock = stock.map((each) => taken.ranges.find(({ first }) => first === each.first) ?? each);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('come from the range that ends first', () => {
    const late = range({ first: 1, last: 5 });
    const soon = range({ first: 11, last: 12, valid_until: '2026-12-31', added_at: 9 });
    const { blocks } = takeLabels([late, soon], 'TE', 3, TODAY)!;
    expect([...numbersIn(blocks)]).toEqual([objectNumber('TE', 11), objectNumber('TE', 12), objectNumber('TE', 1)]);
  });

  test('last for as many days as at the rate of the last thirty', () => {
    const now = 100 * DAY_MS;
    const used = [
      { first: 1, last: 90, at: now - DAY_MS },
      { first: 1, last: 1000, at: now - 31 * DAY_MS },
    ];
    expect(daysOfStock(30, used, now)).toBe(10);
    expect(daysOfStock(0, used, now)).toBe(0);
    expect(daysOfStock(30, [], now)).toBeNull();
  });
});
