import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

const search = async (query: Record<string, string>) => {
  const { status, body } = await customer().api.get(`/postal-codes?${new URLSearchParams(query).toString()}`);
  expect([status, body.object]).toEqual([200, 'postal_code_search']);
  return body as { data: Record<string, string | null>[]; has_more: boolean };
};

const caiubi = {
  object: 'postal_code',
  postal_code: '05010-000',
  street: 'Rua Caiubi',
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
};

test.each([
  ['a street as it is written', { state: 'SP', city: 'São Paulo', street: 'Rua Caiubi' }],
  ['one that is being typed, without accents', { state: 'sp', city: 'sao paulo', street: 'rua caiu' }],
  ['abbreviations and errors', { state: 'SP', city: 'S. Paulo', street: 'R. Caiubbi', neighborhood: 'perdises' }],
])('%s', async (_, query) => {
  expect((await search(query)).data[0]).toEqual(caiubi);
});

test('codes of the neighborhood come first', async () => {
  const { data } = await search({
    state: 'SP',
    city: 'São Paulo',
    street: 'Avenida Paulista',
    neighborhood: 'Bela Vista',
  });
  expect(data[0]).toMatchObject({ street: 'Avenida Paulista', neighborhood: 'Bela Vista' });
});

test('a city without streets has its own code', async () => {
  const { data, has_more } = await search({ state: 'SP', city: 'Ibiuna' });
  expect(data).toContainEqual(expect.objectContaining({ postal_code: '18150-000', street: null, city: 'Ibiúna' }));
  expect(has_more).toBe(false);
});

test('what is too much is cut at 20', async () => {
  const { data, has_more } = await search({ state: 'SP', city: 'São Paulo', street: 'Rua' });
  expect([data.length, has_more]).toEqual([20, true]);
});

test('a city and a street that nothing resembles find nothing', async () => {
  expect(await search({ state: 'SP', city: 'Xyzwkq' })).toMatchObject({ data: [], has_more: false });
  expect(await search({ state: 'SP', city: 'São Paulo', street: 'Wxkzqv Yqzkw' })).toMatchObject({ data: [] });
});
