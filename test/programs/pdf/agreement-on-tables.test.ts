import { describe, expect, test } from '@jest/globals';
import { AGREED, agreementOn } from './agreement.ts';
import { placementsOf, TABLE_FILES } from './print-files.ts';

describe.each(Object.entries(TABLE_FILES))('three renderers agree on %s', (name, print) => {
  test.each(placementsOf(name))('with the address on the %s', async (placement) => {
    expect(await agreementOn(print, placement)).toEqual(AGREED);
  });
});
