import { describe, expect, test } from '@jest/globals';
import type { Letter } from '../../dashboard/src/api/objects.ts';
import { blankLetter, formOfLetter, letterChanges, letterOrder } from '../../dashboard/src/letters/letter-form.ts';

const address = {
  name: 'Ana Lima',
  street: 'Rua Augusta',
  number: '1500',
  complement: null,
  neighborhood: 'Consolação',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01304-001',
};

const letter = {
  status: 'scheduled',
  to: address,
  from: { ...address, name: 'Loja', complement: 'Sala 2' },
  color: true,
  double_sided: true,
  address_placement: 'extra_page',
  postal_services: ['registered'],
  send_date: '2027-01-15',
  reference: 'pedido 7',
} as unknown as Letter;

const source = { type: 'upload', upload_id: 'upl_1' } as const;
const sent = (fields: object) => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;

test('a marker may have a name that every object has', () => {
  const markers = ['toString', 'constructor', '__proto__'];
  const ordered = letterOrder({ ...formOfLetter(letter), variables: { constructor: '7' } }, source, markers);
  const { variables } = sent(ordered).document as { variables: object };
  expect(Object.entries(variables)).toEqual([
    ['toString', ''],
    ['constructor', '7'],
    ['__proto__', ''],
  ]);
});

test('the order of a letter again is that of the letter, with values for the markers of its PDF', () => {
  const form = { ...formOfLetter(letter), variables: { valor: '10', gone: 'x' } };
  expect(sent(letterOrder(form, source, ['valor', 'nome']))).toEqual({
    to: { name: 'Ana Lima', ...sentAddress },
    from: { name: 'Loja', ...sentAddress, complement: 'Sala 2' },
    document: { type: 'upload', upload_id: 'upl_1', variables: { valor: '10', nome: '' } },
    color: true,
    double_sided: true,
    address_placement: 'extra_page',
    postal_services: ['registered'],
    send_date: '2027-01-15',
    reference: 'pedido 7',
  });
});

test('what nobody has filled in is not sent', () => {
  const order = sent(letterOrder({ ...blankLetter, reference: '  ' }, source, []));
  expect(order).toEqual({
    to: { name: '', number: '', postal_code: '' },
    document: source,
    color: false,
    double_sided: false,
    address_placement: 'first_page',
    postal_services: [],
  });
});

const { name: _name, complement: _complement, ...sentAddress } = address;

describe('an edit (rule LTR-13)', () => {
  const form = formOfLetter(letter);

  test('of a scheduled letter sends every field that the form has, and nulls for what was emptied', () => {
    expect(sent(letterChanges(letter, { ...form, reference: ' ', sendDate: '2027-02-01' }, source, []))).toEqual({
      to: { ...address, complement: null },
      from: { ...address, name: 'Loja', complement: 'Sala 2' },
      document: source,
      color: true,
      double_sided: true,
      address_placement: 'extra_page',
      postal_services: ['registered'],
      send_date: '2027-02-01',
      reference: null,
    });
  });

  test('leaves the document and the day alone that stay', () => {
    const changes = sent(letterChanges(letter, form, undefined, ['valor']));
    expect(Object.keys(changes)).not.toContain('document');
    expect(Object.keys(changes)).not.toContain('send_date');
  });

  test('of a received letter sends the recipient and the reference alone', () => {
    expect(sent(letterChanges({ ...letter, status: 'received' }, form, source, []))).toEqual({
      to: { ...address, complement: null },
      reference: 'pedido 7',
    });
  });
});
