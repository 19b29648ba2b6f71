import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { connectives, placeAbbreviations, wordAbbreviations } from '../../lib/core/domain/address-abbreviations.ts';
import type { Address, PostalCodeEntry } from '../../lib/core/domain/addresses.ts';
import { carrierAddress, carrierLimits, losesOwnWords } from '../../lib/core/domain/carrier-address.ts';

const ana: Address = {
  name: 'Ana Souza',
  street: 'Rua Caiubi',
  number: '12',
  complement: null,
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05010-000',
};

const entryOf = ({ street, neighborhood, city, state }: Address): PostalCodeEntry => ({
  postal_code: '05010000',
  kind: 'street',
  street,
  neighborhood,
  city,
  state,
});

const short = (changes: Partial<Address>, entry?: PostalCodeEntry) => carrierAddress({ ...ana, ...changes }, entry);

test('an address that fits stays as it is', () => {
  const longest = {
    name: 'n'.repeat(50),
    street: 's'.repeat(50),
    number: '123456',
    complement: 'c'.repeat(30),
    neighborhood: 'b'.repeat(30),
    city: 'ç'.repeat(30),
  };
  expect(short(longest)).toEqual({ address: { ...ana, ...longest }, cut: [] });
});

test.each([
  // Only as many abbreviations as are necessary, from the left.
  [
    'street',
    'Avenida Presidente Juscelino Kubitschek de Oliveira',
    'Av Presidente Juscelino Kubitschek de Oliveira',
    'whole',
  ],
  [
    'street',
    'Rodovia Governador Doutor Adhemar Pereira de Barros Filho',
    'Rod Gov Doutor Adhemar Pereira de Barros Filho',
    'whole',
  ],
  ['neighborhood', 'Setor de Habitações Individuais Sul (Lago Sul)', 'St de Hab Ind Sul (Lago Sul)', 'whole'],
  ['neighborhood', 'Nossa Senhora do Perpétuo Socorro', 'N Sra do Perpétuo Socorro', 'whole'],
  ['neighborhood', 'Cidade Antônio Estevão de Carvalho', 'Cidade Antônio Estevão', 'cut'],
  // Connectives go when abbreviations do not suffice.
  ['city', 'Vila Bela da Santíssima Trindade', 'Vl Bela da Santíssima Trindade', 'whole'],
  ['city', 'São Francisco de Assis do Piauí', 'S Francisco de Assis do Piauí', 'whole'],
  ['neighborhood', 'Mansões de Recreio Estrela Dalva VIII', 'Mansões Rcr Estrela Dalva VIII', 'whole'],
  // A bracket that would stay open goes.
  ['neighborhood', 'Complexo Urbanístico Aldeias do Cerrado (São Sebastião)', 'Complexo Urb Aldeias Cerrado', 'cut'],
  ['neighborhood', 'W'.repeat(40), 'W'.repeat(30), 'cut'],
  ['complement', 'Condomínio das Flores, Bloco B, Apartamento 1203', 'Cond Flores, Bl B, Apartamento', 'cut'],
  [
    'name',
    'Doutora Maria Antonieta das Graças de Albuquerque Cavalcanti',
    'Dra Maria Antonieta Graças Albuquerque Cavalcanti',
    'whole',
  ],
] as const)('%s %s', (field, long, expected, loss) => {
  const { address, cut: fields } = short({ [field]: long });
  expect(address).toEqual({ ...ana, [field]: expected });
  expect(fields).toEqual(loss === 'cut' ? [field] : []);
});

test.each([
  ['1500-A fundos', null, '1500-A', 'fundos'],
  ['1500, casa 2', 'Vila 3', '1500', 'casa 2, Vila 3'],
  ['km 12,5', null, 'S/N', 'km 12,5'],
  ['12345678', 'sala 4', 'S/N', '12345678, sala 4'],
  ['s/n', null, 's/n', null],
])('the number %s with the complement %s becomes %s, %s', (number, complement, digits, rest) => {
  expect(short({ number, complement })).toEqual({ address: { ...ana, number: digits, complement: rest }, cut: [] });
});

describe('official short names', () => {
  const long = { street: 'Avenida Perimetral Presidente Tancredo de Almeida Neves', neighborhood: 'Sé', city: 'Ita' };
  const entry = { ...entryOf({ ...ana, ...long }), short_names: { street: 'Av Per T Neves' } };

  test('replace the directory’s own text, as far as it is too long', () => {
    expect(short(long, entry).address.street).toBe('Av Per T Neves');
    const fitting = { ...entry, street: 'Avenida Perimetral' };
    expect(short({ ...long, street: fitting.street }, fitting).address.street).toBe(fitting.street);
  });

  test('do not replace what the customer wrote instead', () => {
    const own = `${long.street} Sul`;
    expect(short({ ...long, street: own }, entry).address.street).toBe(
      'Av Perim Presidente Tancredo de Almeida Neves Sul',
    );
  });

  test('that are too long themselves are abbreviated further', () => {
    const further = { ...entry, short_names: { street: `Avenida Perimetral ${'T'.repeat(40)}` } };
    expect(short(long, further).address.street).toBe(`Av Perim ${'T'.repeat(40)}`);
  });
});

test('words of the customer count, and those of the directory do not', () => {
  const long = { ...ana, neighborhood: 'Complexo Urbanístico Aldeias do Cerrado (São Sebastião)' };
  expect(losesOwnWords(long, entryOf(long))).toBe(false);
  expect(losesOwnWords(long, entryOf(ana))).toBe(true);
  expect(losesOwnWords({ ...ana, name: 'Ana '.repeat(13).trim() }, entryOf(ana))).toBe(true);
  expect(losesOwnWords({ ...ana, complement: 'Sala 1, Sala 2, Sala 3, Sala 4, Sala 5' }, entryOf(ana))).toBe(true);
});

test('whatever the address, every field fits, and a second time changes nothing', () => {
  const words = [
    ...connectives,
    ...[...placeAbbreviations, ...wordAbbreviations].map(([word]) => word),
    'Ana',
    '(Sul)',
  ];
  const word = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }));
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((each) => each.join(' ').trim() || 'x');
  const fields = Object.keys(carrierLimits) as (keyof typeof carrierLimits)[];
  const addresses = fc.record(Object.fromEntries(fields.map((field) => [field, text])));
  fc.assert(
    fc.property(addresses, (texts) => {
      const { address } = carrierAddress({ ...ana, ...texts }, undefined);
      for (const field of fields) {
        const length = [...(address[field] ?? '')].length;
        expect(length).toBeLessThanOrEqual(carrierLimits[field]);
        expect(length).toBeGreaterThan(0);
      }
      expect(carrierAddress(address, undefined)).toEqual({ address, cut: [] });
    }),
  );
});

test('no abbreviation is longer than its word, and no word is there twice', () => {
  const all = [...placeAbbreviations, ...wordAbbreviations];
  for (const [word, ...abbreviations] of all)
    for (const each of abbreviations) expect(each.length).toBeLessThan(word.length);
  expect(new Set(all.map(([word]) => word)).size).toBe(all.length);
});
