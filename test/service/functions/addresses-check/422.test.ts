import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test.each([
  ['no addresses', {}, [{ param: 'addresses', code: 'required' }]],
  ['an empty list', { addresses: [] }, [{ param: 'addresses' }]],
  ['501', { addresses: Array.from({ length: 501 }, () => ({})) }, [{ param: 'addresses' }]],
  [
    'a field of a letter that an address has not, and a long one',
    { addresses: [{}, { cep: '05010000' }, { street: 'x'.repeat(151) }] },
    [
      { param: 'addresses[1].cep', code: 'unknown_parameter' },
      { param: 'addresses[2].street', code: 'too_long' },
    ],
  ],
])('%s', async (_, body, details) => {
  const answer = await customer().api.post('/addresses/check', body);
  expect([answer.status, answer.body.error.details]).toMatchObject([422, details]);
});
