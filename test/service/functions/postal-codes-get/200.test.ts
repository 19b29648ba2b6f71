import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test.each([
  [
    'a street',
    '01001000',
    { postal_code: '01001-000', street: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' },
  ],
  [
    'a street, with the hyphen',
    '05010-000',
    { postal_code: '05010-000', street: 'Rua Caiubi', neighborhood: 'Perdizes', city: 'São Paulo', state: 'SP' },
  ],
  [
    'a whole city',
    '18150000',
    { postal_code: '18150-000', street: null, neighborhood: null, city: 'Ibiúna', state: 'SP' },
  ],
  [
    'a district',
    '69929000',
    { postal_code: '69929-000', street: null, neighborhood: 'Campinas', city: 'Plácido de Castro', state: 'AC' },
  ],
  [
    'a large user, on its own street',
    '70150900',
    {
      postal_code: '70150-900',
      street: 'Praça dos Três Poderes',
      neighborhood: 'Zona Cívico-Administrativa',
      city: 'Brasília',
      state: 'DF',
    },
  ],
  [
    'the boxes of a post office',
    '86300981',
    {
      postal_code: '86300-981',
      street: 'Praça Brasil',
      neighborhood: 'Centro',
      city: 'Cornélio Procópio',
      state: 'PR',
    },
  ],
])('%s', async (_, postalCode, expected) => {
  const { status, body } = await customer().api.get(`/postal-codes/${postalCode}`);
  expect([status, body]).toEqual([200, { object: 'postal_code', ...expected }]);
});
