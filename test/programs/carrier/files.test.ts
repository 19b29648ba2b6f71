import { describe, expect, test } from '@jest/globals';
import { carrierFiles, faultsOfMailing } from '../../../lib/carrier/batch-files.ts';
import { FieldsDoNotFit, fixedRecord, separatedRecord } from '../../../lib/carrier/fields.ts';
import { plainText } from '../../../lib/carrier/plain-text.ts';
import type { CarrierMailing } from '../../../lib/core/domain/carrier-mailings.ts';
import { orders, PROFILE } from './orders.ts';

const NUMBERS = { batch: 'bat_treino', arDigitalFile: 7, eCartaLot: 3 };
const textsOf = async (mailings: readonly CarrierMailing[], profile = PROFILE) =>
  new Map(
    (await carrierFiles(profile, NUMBERS, mailings)).map(({ name, body }) => [
      name,
      Buffer.from(body).toString('latin1'),
    ]),
  );

/** The example of the documents: a simple letter to Praça da Sé 100 of 9.70 g. */
const [FIRST] = orders(200, 3).filter(({ way }) => way === 'fac_simple');
const EXAMPLE: CarrierMailing = {
  ...FIRST!,
  position: 1,
  lot: 42,
  lot_sequence: 1,
  weight: 970,
  postal_code: '01001000',
  service: '84107',
};

describe('the FAC file (rule PRD-17)', () => {
  test('of GPOST is the one of the documents', async () => {
    const files = await textsOf([EXAMPLE]);
    expect(files.get('FAC_0067599079_00042_UNICA.txt')).toBe(
      [
        '9992157880|0067599079|00042|00000001|05311900|00000007|06|2026|N',
        '00000000001|000970|84107|0||||||||||01001000',
        '0000001|000000000970',
        '',
      ].join('\r\n'),
    );
  });

  test('of CIF-Web has records of 54, 31 and 18 characters', async () => {
    const files = await textsOf([EXAMPLE], { ...PROFILE, generation: 'cif_web' });
    expect(files.get('18123456_00042_UNICA_72.txt')).toBe(
      [
        '172181234560000675990790004200000001053119009992157880',
        '2000000000010009700100100084107',
        '400000010000000970',
        '',
      ].join('\r\n'),
    );
  });
});

test('AR Digital 2D has records of 186 characters', async () => {
  const profile = { ...PROFILE, ar_digital: { ...PROFILE.ar_digital!, id: 'TREINO01' } };
  const [awaited] = orders(200, 3).filter(({ return_receipt }) => return_receipt);
  const records = (await textsOf([{ ...awaited!, position: 1 }], profile)).get('TRNO115127.SD1')!.split('\r\n');
  expect(records.map(({ length }) => length)).toEqual([186, 186, 0]);
});

describe('a value that does not fit (rule PRD-17)', () => {
  const own = orders(60, 8);
  const of = (way: string) => own.findIndex((mailing) => mailing.way === way);
  const cases: [string, string, Partial<CarrierMailing>][] = [
    ['a weight of eight digits', 'fac_simple', { weight: 10_000_000 }],
    ['a postal code with its hyphen', 'fac_simple', { postal_code: '01001-000' }],
    ['no object number', 'fac_registered', { object: null }],
    ['a name of 51 characters', 'ppn', { carrier_to: { ...own[0]!.carrier_to, name: 'A'.repeat(51) } }],
    ['a name in another alphabet', 'ppn', { carrier_to: { ...own[0]!.carrier_to, name: 'Наталья' } }],
    ['a number of 37 characters', 'e_carta', { to: { ...own[0]!.to, number: '1'.repeat(37) } }],
    ['a separator in a name', 'e_carta', { to: { ...own[0]!.to, name: 'A|B' } }],
  ];

  test.each(cases)('%s stops all files of the batch', async (_, way, change) => {
    const broken = own.map((mailing, index) => (index === of(way) ? { ...mailing, ...change } : mailing));
    await expect(carrierFiles(PROFILE, NUMBERS, broken)).rejects.toThrow(FieldsDoNotFit);
    const held = broken.filter((mailing) => faultsOfMailing(PROFILE, mailing).length > 0);
    expect(held).toEqual([broken[of(way)]]);
    await carrierFiles(
      PROFILE,
      NUMBERS,
      broken.filter((mailing) => !held.includes(mailing)),
    );
  });

  test('is named with its record and field, never with its text', () => {
    const fields = [{ name: 'nome', width: 3, charset: 'text' }] as const;
    expect(() => fixedRecord('pessoa', fields, { nome: 'Zuleide' })).toThrow(
      "1 values do not fit the carrier's fields: pessoa.nome: too_long",
    );
    expect(() => separatedRecord('pessoa', fields, { nome: 'Zu' })).toThrow('pessoa.nome: too_short');
  });

  test('is told with all others of its file', async () => {
    const broken = own.map((mailing) => (mailing.way === 'fac_simple' ? { ...mailing, weight: 10_000_000 } : mailing));
    const count = own.filter(({ way }) => way === 'fac_simple').length;
    const error = await carrierFiles(PROFILE, NUMBERS, broken).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty('faults.length', count);
  });
});

test('PPN requests come in parts of 1,000', async () => {
  const [one] = orders(100, 2).filter(({ way }) => way === 'ppn');
  const many = Array.from({ length: 2001 }, (_, index) => ({ ...one!, position: index + 1 }));
  const parts = [...(await textsOf(many))].filter(([name]) => name.startsWith('ppn-'));
  expect(parts.map(([name, text]) => [name, (JSON.parse(text) as { requests: unknown[] }).requests.length])).toEqual([
    ['ppn-0001.json', 1000],
    ['ppn-0002.json', 1000],
    ['ppn-0003.json', 1],
  ]);
});

test.each([
  ['João & Filhos, 3º andar', 'Joao e Filhos, 3o andar'],
  ['Łódź  Straße', 'Lodz Strasse'],
  ['A|B', 'A/B'],
])('%s is %s for the carrier', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test('equal mailings give equal files', async () => {
  const own = orders(40, 4);
  expect(await textsOf(own)).toEqual(await textsOf(own));
});
