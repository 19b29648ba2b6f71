import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printedLines as shownLines, senderLine } from '../../dashboard/src/letters/printed-address.ts';
import { type Address, printedLines } from '../../lib/core/domain/addresses.ts';
import { stateCodes } from '../../lib/core/domain/brazilian-states.ts';
import { addressBlock } from '../../lib/pdf/print/address-block.ts';

const addressForm = (address: Address) => ({ ...address, complement: address.complement ?? '' });
const blankAddress = {
  name: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  state: '',
  postal_code: '',
};

const text = fc.stringMatching(/^[A-Za-zÀ-ú0-9][A-Za-zÀ-ú0-9 '.-]{0,18}[A-Za-zÀ-ú0-9]$/);
const address: fc.Arbitrary<Address> = fc.record({
  name: text,
  street: text,
  number: text,
  complement: fc.option(text),
  neighborhood: text,
  city: text,
  state: fc.constantFrom(...stateCodes),
  postal_code: fc.stringMatching(/^[0-9]{5}-[0-9]{3}$/),
});

test('the preview of an address has the lines that print', () => {
  fc.assert(
    fc.property(address, address, (to, from) => {
      expect(shownLines(addressForm(to))).toEqual(printedLines(to));
      // Letters without width: the sender stays whole, on one line.
      const [sender, ...recipient] = addressBlock(to, from, () => 0.001).map((line) => line.text);
      expect([senderLine(addressForm(from)), ...shownLines(addressForm(to))]).toEqual([sender, ...recipient]);
    }),
  );
});

test('the preview of an address that is being written shows what there is', () => {
  expect(shownLines(blankAddress)).toEqual([]);
  expect(shownLines({ ...blankAddress, name: 'Ana', number: '12', city: 'Itu', state: 'SP' })).toEqual([
    'Ana',
    '12',
    'Itu - SP',
  ]);
  expect(shownLines({ ...blankAddress, complement: 'ap. 4', postal_code: '05010-000' })).toEqual([
    'ap. 4',
    '05010-000',
  ]);
});
