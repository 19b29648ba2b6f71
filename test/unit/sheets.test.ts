import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AddressPlacement, isDuplex, sheetsOf, type Side, sidesOf } from '../../lib/core/domain/sheets.ts';

type Case = [pages: number, doubleSided: boolean, placement: AddressPlacement, sheets: number, sides: Side[]];

const cases: Case[] = [
  [1, false, 'first_page', 1, [1]],
  [3, false, 'first_page', 3, [1, 2, 3]],
  [1, true, 'first_page', 1, [1]],
  [2, true, 'first_page', 1, [1, 2]],
  [3, true, 'first_page', 2, [1, 2, 3]],
  [1, false, 'extra_page', 1, [1, 'address']],
  [3, false, 'extra_page', 3, [1, 'address', 2, 'blank', 3]],
  [1, true, 'extra_page', 1, [1, 'address']],
  [2, true, 'extra_page', 2, ['address', 'blank', 1, 2]],
  [3, true, 'extra_page', 2, [1, 2, 3, 'address']],
  [4, true, 'extra_page', 3, ['address', 'blank', 1, 2, 3, 4]],
];

describe('sheets', () => {
  test.each(cases)(
    '%i pages, double-sided %s, %s: %i sheets',
    (pages, doubleSided, addressPlacement, sheets, sides) => {
      const layout = { pages, doubleSided, addressPlacement };
      expect(sheetsOf(layout)).toBe(sheets);
      expect(sidesOf(layout)).toEqual(sides);
    },
  );

  test('the sides always fill exactly the counted sheets, with every page once and in order', () => {
    const layouts = fc.record({
      pages: fc.integer({ min: 1, max: 40 }),
      doubleSided: fc.boolean(),
      addressPlacement: fc.constantFrom<AddressPlacement>('first_page', 'extra_page'),
    });
    fc.assert(
      fc.property(layouts, (layout) => {
        const sides = sidesOf(layout);
        expect(isDuplex(layout) ? Math.ceil(sides.length / 2) : sides.length).toBe(sheetsOf(layout));
        expect(sides.filter((side) => typeof side === 'number')).toEqual(
          Array.from({ length: layout.pages }, (_, i) => i + 1),
        );
        expect(sides.filter((side) => side === 'address')).toHaveLength(
          layout.addressPlacement === 'extra_page' ? 1 : 0,
        );
      }),
    );
  });
});
