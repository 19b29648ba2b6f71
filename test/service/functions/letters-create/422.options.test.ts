import { describe, expect, test } from '@jest/globals';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { dateIn } from '../../../support/letters.ts';
import { type Case, good, of, refused, refuses } from '../../../support/refused-letters.ts';

describe('the printing and sending options', () => {
  const services = (title: string, value: unknown, ...details: string[]): Case => [
    title,
    { postal_services: value },
    details.map((detail) => `postal_services${detail}`),
  ];

  refuses('of the wrong form', [
    ...of('color', [
      ['a color in text', 'true', 'invalid_type'],
      ['a color that is 1', 1, 'invalid_type'],
      ['a color that is null', null, 'invalid_type'],
    ]),
    ...of('double_sided', [
      ['double_sided in text', 'false', 'invalid_type'],
      ['double_sided that is 0', 0, 'invalid_type'],
      ['double_sided that is null', null, 'invalid_type'],
    ]),
    ...of('address_placement', [
      ['an unknown placement', 'back_page', 'invalid_value'],
      ['a placement in capitals', 'First_page', 'invalid_value'],
      ['an empty placement', '', 'invalid_value'],
      ['a placement that is null', null, 'invalid_type'],
      ['a placement that is a list', ['first_page'], 'invalid_type'],
    ]),
    services('services that are a text', 'registered', ' invalid_type'),
    services('services that are null', null, ' invalid_type'),
    services('a service that there is not', ['registered', 'sms'], '[1] invalid_value'),
    services('a service that is null', ['registered', null], '[1] invalid_type'),
    services('a service twice', ['registered', 'registered'], '[1] invalid_value'),
    services('return receipt alone', ['return_receipt'], '[0] requires_registered'),
    services('restricted delivery alone', ['restricted_delivery'], '[0] requires_registered'),
    services(
      'both without registered',
      ['return_receipt', 'restricted_delivery'],
      '[0] requires_registered',
      '[1] requires_registered',
    ),
    services(
      'return receipt with a service that there is not',
      ['return_receipt', 'sms'],
      '[1] invalid_value',
      '[0] requires_registered',
    ),
  ]);

  const customer = useUnchangedCustomer();

  test.each([
    ['today', () => dateIn(0), 'out_of_range'],
    ['yesterday', () => dateIn(-1), 'out_of_range'],
    ['in 181 days', () => dateIn(181), 'out_of_range'],
    ['in the year 9999', () => '9999-12-31', 'out_of_range'],
    ['with a month that does not exist', () => '2026-13-01', 'invalid_format'],
    ['with a day that does not exist', () => '2027-02-29', 'invalid_format'],
    ['in Brazilian notation', () => '01/12/2026', 'invalid_format'],
    ['with a time', () => `${dateIn(10)}T06:00:00Z`, 'invalid_format'],
    ['with a space', () => ` ${dateIn(10)}`, 'invalid_format'],
    ['without leading zeros', () => '2026-1-1', 'invalid_format'],
    ['empty', () => '', 'invalid_format'],
    ['null', () => null, 'invalid_type'],
    ['that is a number', () => 20261201, 'invalid_type'],
  ])('a send_date %s', async (_, date, code) => {
    expect(await refused(customer(), { ...good, send_date: date() })).toEqual([`send_date ${code}`]);
  });
});

describe('reference and metadata', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']));

  refuses('of the wrong form', [
    ...of('reference', [
      ['a reference of 101 characters', 'ã'.repeat(101), 'too_long'],
      ['a reference that is a number', 1, 'invalid_type'],
      ['a reference that is null', null, 'invalid_type'],
    ]),
    ...of('metadata', [
      ['metadata that are a list', [], 'invalid_type'],
      ['metadata that are a text', '{}', 'invalid_type'],
      ['metadata that are null', null, 'invalid_type'],
      ['21 keys', keys(21), 'too_long'],
    ]),
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: '' } }, [`metadata.${'k'.repeat(41)} too_long`]],
    ['a key without characters', { metadata: { '': '' } }, ['metadata. too_short']],
    ['a value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, ['metadata.a too_long']],
    ['a value that is a number', { metadata: { a: 1 } }, ['metadata.a invalid_type']],
    ['a value that is null', { metadata: { a: null } }, ['metadata.a invalid_type']],
    ['a value that is an object', { metadata: { a: { b: 'c' } } }, ['metadata.a invalid_type']],
    [
      'two values wrong',
      { metadata: { a: 1, b: 'ok', c: [] } },
      ['metadata.a invalid_type', 'metadata.c invalid_type'],
    ],
  ]);
});
