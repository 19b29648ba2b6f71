import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ADDRESS_AREA, addressBlock } from '../../lib/adapters/pdf/address-block.ts';
import { widthOf } from '../../lib/adapters/pdf/embedded-font.ts';
import { fontFile } from '../../lib/adapters/pdf/font-files.ts';
import { A4, mm } from '../../lib/adapters/pdf/geometry.ts';
import { type Address, addressLimits } from '../../lib/core/domain/addresses.ts';

const measure = (text: string) => widthOf(fontFile('LiberationSans-Regular'), text);

/** From one letter to as many as the field may have, in words of any length, the widest letters included. */
const text = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'WMmilaoeãçÉ0-. '), minLength: 1, maxLength: length, size: 'max' })
    .map((letters) => letters.trim() || 'W');

const address: fc.Arbitrary<Address> = fc.record({
  name: text(addressLimits.name),
  street: text(addressLimits.street),
  number: text(addressLimits.number),
  complement: fc.option(text(addressLimits.complement)),
  neighborhood: fc.oneof(text(addressLimits.neighborhood), fc.constant('')),
  city: text(addressLimits.city),
  state: fc.constantFrom('SP', 'MT', 'AM'),
  postal_code: fc.constant('78245-000'),
});

/** The letter moves in its envelope by as much. */
const MARGIN = mm(3);
const [LEFT, RIGHT] = [ADDRESS_AREA.left + MARGIN, ADDRESS_AREA.left + ADDRESS_AREA.width - MARGIN];
const TOP = A4.height - ADDRESS_AREA.top - MARGIN;
const BOTTOM = A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + MARGIN;

test('any two addresses stand in the window, the sender on one line above, no line over another', () => {
  fc.assert(
    fc.property(address, address, (to, from) => {
      const lines = addressBlock(to, from, measure);
      for (const line of lines) {
        expect(line.x).toBeGreaterThanOrEqual(LEFT);
        expect(line.x + measure(line.text) * line.size * line.scale).toBeLessThanOrEqual(RIGHT);
        expect(line.y + 0.9 * line.size).toBeLessThanOrEqual(TOP);
        expect(line.y - 0.2 * line.size).toBeGreaterThanOrEqual(BOTTOM);
      }
      const [sender, ...recipient] = lines;
      expect(sender!.text).toMatch(/^Remetente: /);
      const written = recipient
        .map((line) => line.text)
        .join('')
        .replace(/\s/g, '');
      for (const part of [to.name, to.number, to.postal_code, to.city, to.state])
        expect(written).toContain(part.replace(/\s/g, ''));
      lines.slice(1).forEach((line, index) => expect(lines[index]!.y - line.y).toBeGreaterThan(line.size));
    }),
    { numRuns: 400 },
  );
});
