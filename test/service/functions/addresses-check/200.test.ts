import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

const check = async (...addresses: object[]) => {
  const { status, body } = await customer().api.post('/addresses/check', { addresses });
  expect([status, body.object]).toEqual([200, 'address_checks']);
  return body.data;
};

const caiubi = {
  name: null,
  street: 'Rua Caiubi',
  number: '100',
  complement: null,
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05010-000',
};

test('an address without its postal code, with errors and abbreviations', async () => {
  const sent = { street: 'r. caiubbi', number: '100', neighborhood: 'Perdizes', city: 'Sao Paulo', state: 'SP' };
  const [found] = await check(sent);
  expect(found.address).toEqual(caiubi);
  expect(found.changes).toEqual([
    { field: 'street', change: 'corrected' },
    { field: 'city', change: 'respelled' },
    { field: 'postal_code', change: 'filled_in' },
  ]);
  expect([found.missing, found.warnings]).toEqual([[], []]);
});

test('what agrees on one postal code is certain, and nothing is changed', async () => {
  const sent = { ...caiubi, name: undefined, complement: undefined };
  expect(await check(sent)).toMatchObject([{ confidence: 'certain', address: caiubi, changes: [] }]);
});

test('a postal code without its leading zero, as spreadsheets leave it', async () => {
  const [found] = await check({ ...caiubi, name: undefined, complement: undefined, postal_code: '5010000' });
  expect(found).toMatchObject({
    confidence: 'certain',
    address: { postal_code: '05010-000' },
    changes: [{ field: 'postal_code', change: 'respelled' }],
  });
});

test('a postal code alone names its street, and what is missing is said', async () => {
  expect(await check({ postal_code: '05010000' })).toMatchObject([
    { confidence: 'likely', address: { ...caiubi, number: null }, missing: ['number'] },
  ]);
});

test('a postal code of another street is not certain, and both are named', async () => {
  const [found] = await check({
    street: 'Rua Caiubi',
    number: '100',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01001000',
  });
  expect(found.confidence).not.toBe('certain');
  expect(found.address).toMatchObject({ street: 'Rua Caiubi', postal_code: '05010-000' });
});

test('what resembles nothing stays as it was sent', async () => {
  const sent = { street: 'Wxkzqv Yqzkw', number: '1', city: 'Xyzwkq', state: 'SP' };
  expect(await check(sent)).toMatchObject([
    { confidence: 'unknown', address: sent, changes: [], missing: ['neighborhood', 'postal_code'], alternatives: [] },
  ]);
});

test('a street that the postal code does not know stays, and the code is an alternative', async () => {
  const sent = { street: 'Wxkzqv Yqzkw', number: '1', postal_code: '05010-000' };
  expect(await check(sent)).toMatchObject([
    {
      confidence: 'unknown',
      address: { ...sent, city: 'São Paulo', neighborhood: 'Perdizes' },
      alternatives: [{ postal_code: '05010-000' }],
    },
  ]);
});

test('a neighborhood that was sent as city, and words that the carrier cannot hold, are warned of', async () => {
  const long = 'Xilogravura Pterodáctilo Quixotesco Zigurate Wolframita';
  const [district, cut] = await check(
    { street: 'Rua A', number: '1', city: 'Campinas', state: 'AC', postal_code: '69929000' },
    { ...caiubi, name: undefined, complement: long },
  );
  expect(district).toMatchObject({ address: { city: 'Plácido de Castro' }, warnings: ['city_is_neighborhood'] });
  expect(cut.warnings).toEqual(['address_too_long_for_carrier']);
});

test('500 addresses are answered in their order', async () => {
  const addresses = Array.from({ length: 500 }, (_, index) => ({ postal_code: '05010000', number: String(index + 1) }));
  const data = await check(...addresses);
  expect(data.map(({ address }: any) => address.number)).toEqual(addresses.map(({ number }) => number));
});

test('nothing is kept, not even under an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'one key' };
  for (const postal_code of ['05010000', '01001000']) {
    const { status, body } = await customer().api.post('/addresses/check', { addresses: [{ postal_code }] }, headers);
    expect([status, body.data[0].address.postal_code.replace('-', '')]).toEqual([200, postal_code]);
  }
});
