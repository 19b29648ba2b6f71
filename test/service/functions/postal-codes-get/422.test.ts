import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test.each([
  '950100100',
  '95010A10',
  '95010%2010',
  '9501010',
  '%D9%A1%D9%A8%D9%A1%D9%A5%D9%A0%D9%A0%D9%A0%D9%A0',
  '01001--000',
  'x',
])('%s is not a well-formed postal code', async (postalCode) => {
  const { status, body } = await customer().api.get(`/postal-codes/${postalCode}`);
  expect([status, body.error.details]).toMatchObject([422, [{ param: 'postal_code', code: 'invalid_format' }]]);
});

test('query parameters are not accepted', async () => {
  const { status, body } = await customer().api.get('/postal-codes/01001000?format=xml');
  expect([status, body.error.details]).toMatchObject([422, [{ param: 'format', code: 'unknown_parameter' }]]);
});

test('a malformed code and a query parameter are reported together', async () => {
  const { status, body } = await customer().api.get('/postal-codes/x?format=xml');
  expect([status, body.error.details]).toMatchObject([
    422,
    [
      { param: 'postal_code', code: 'invalid_format' },
      { param: 'format', code: 'unknown_parameter' },
    ],
  ]);
});
