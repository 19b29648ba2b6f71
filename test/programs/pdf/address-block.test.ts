import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Address, addressLimits } from '../../../lib/core/domain/addresses.ts';
import { A4, mm } from '../../../lib/pdf/base/geometry.ts';
import { ADDRESS_AREA, addressBlock } from '../../../lib/pdf/print/address-block.ts';
import type { TextLine } from '../../../lib/pdf/print/text-line.ts';
import { fontFile } from '../../../lib/pdf/text/font-files.ts';
import { widthOf } from '../../../lib/pdf/text/font-text.ts';
import { LONGEST, RECIPIENT, SENDER } from './addresses.ts';

const measure = (text: string) => widthOf(fontFile('LiberationSans-Regular'), text);

/** From one letter to the field's maximum, in words of any length, including the widest letters. */
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

/** The recipient begins where the gap is wider than the sender's line spacing. */
function partsOf(lines: TextLine[]) {
  const first = lines.findIndex((line, index) => index > 0 && lines[index - 1]!.y - line.y > mm(4));
  return { sender: lines.slice(0, first), recipient: lines.slice(first) };
}

/** The letter may shift this much in its envelope. */
const MARGIN = mm(3);
const [LEFT, RIGHT] = [ADDRESS_AREA.left + MARGIN, ADDRESS_AREA.left + ADDRESS_AREA.width - MARGIN];
const TOP = A4.height - ADDRESS_AREA.top - MARGIN;
const BOTTOM = A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + MARGIN;

test('any two addresses stand in the window, the sender on two lines at most, no line over another', () => {
  fc.assert(
    fc.property(address, address, (to, from) => {
      const lines = addressBlock(to, from, measure);
      for (const line of lines) {
        expect(line.x).toBeGreaterThanOrEqual(LEFT);
        expect(line.x + measure(line.text) * line.size * line.scale).toBeLessThanOrEqual(RIGHT);
        expect(line.y + 0.9 * line.size).toBeLessThanOrEqual(TOP);
        expect(line.y - 0.2 * line.size).toBeGreaterThanOrEqual(BOTTOM);
      }
      const { sender, recipient } = partsOf(lines);
      expect(sender[0]!.text).toMatch(/^Remetente: /);
      expect(sender.length).toBeLessThanOrEqual(2);
      for (const { size } of sender) expect(size).toBe(7);
      const scales = sender.map(({ scale }) => scale);
      if (scales.length > 1) expect(scales).toEqual([1, 1]);
      else expect(scales[0]).toBeGreaterThanOrEqual(0.75);
      for (const { size } of recipient) expect(size).toBeGreaterThanOrEqual(7);
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

const linesTo = (fields: Partial<Address>, from: Partial<Address> = {}) =>
  partsOf(addressBlock({ ...RECIPIENT, ...fields }, { ...SENDER, ...from }, measure));

test('a long line is wrapped before the address gets smaller', () => {
  const { recipient } = linesTo({
    name: 'Associação Beneficente dos Moradores do Jardim Primavera',
    street: 'Avenida Marechal Humberto Castelo Branco',
    complement: 'Bloco C Apartamento 1203',
  });
  expect(new Set(recipient.map(({ size, scale }) => `${size} ${scale}`))).toEqual(new Set(['11 1']));
  expect(recipient.map(({ text: line }) => line)).toEqual([
    'Associação Beneficente dos Moradores do',
    'Jardim Primavera',
    'Avenida Marechal Humberto Castelo Branco,',
    '123 - Bloco C Apartamento 1203',
    'Perdizes',
    '05010-000 São Paulo - SP',
  ]);
});

test('an address at every limit is set at 7 points, and its letters are condensed further only when all of them are wide', () => {
  const settings = (to: Address) =>
    new Set(linesTo(to, LONGEST).recipient.map(({ size, scale }) => `${size} ${scale.toFixed(2)}`));
  const each = (change: (text: string) => string) =>
    ({
      ...Object.fromEntries(Object.entries(LONGEST).map(([field, value]) => [field, change(value ?? '')])),
      state: 'MT',
      postal_code: '78245-000',
    }) as Address;
  expect(settings(LONGEST)).toEqual(new Set(['7 0.85']));
  expect(settings(each((words) => words.toUpperCase()))).toEqual(new Set(['7 0.85']));
  expect(settings(each((words) => words.replace(/\S/g, 'W')))).toEqual(new Set(['7 0.65']));
});

test('a line that is slightly too long is condensed imperceptibly', () => {
  const { recipient } = linesTo({ street: 'Avenida Marechal Humberto Castelo', complement: 'Ap 1' });
  expect(recipient).toHaveLength(4);
  expect(recipient[0]!.size).toBe(11);
  expect(recipient[0]!.scale).toBeGreaterThan(0.93);
  expect(recipient[0]!.scale).toBeLessThan(1);
});

test('a sender stands on one line, condensed a little if need be (rule LTR-1)', () => {
  const { sender } = linesTo({}, { name: 'Padaria Estrela da Manhã' });
  expect(sender.map(({ text: line }) => line)).toEqual([
    'Remetente: Padaria Estrela da Manhã, Praça da Sé, 100, Sé, 01001-000 São Paulo - SP',
  ]);
  expect(sender[0]!.scale).toBeGreaterThanOrEqual(0.75);
  expect(sender[0]!.scale).toBeLessThan(1);
  expect(linesTo({}, { name: 'Ana' }).sender.map(({ scale }) => scale)).toEqual([1]);
});

test('a long sender takes a second line, and is cut only then', () => {
  const name = 'Cooperativa de Crédito dos Produtores Rurais e Artesãos';
  const { sender } = linesTo({}, { name });
  expect(sender.map(({ text: line }) => line).join(' ')).toBe(
    `Remetente: ${name}, Praça da Sé, 100, Sé, 01001-000 São Paulo - SP`,
  );
  const cut = linesTo(
    {},
    { name: `${name} `.repeat(2).slice(0, 100), street: 'Avenida Marechal Humberto Castelo Branco' },
  );
  const written = cut.sender.map(({ text: line }) => line).join(' ');
  expect(written).toContain('…');
  expect(written).toMatch(/100, 01001-000 São Paulo - SP$/);
});
