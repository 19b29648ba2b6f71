import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test.each([
  [
    '',
    [
      { param: 'state', code: 'required' },
      { param: 'city', code: 'required' },
    ],
  ],
  ['state=XX&city=Recife', [{ param: 'state', code: 'invalid_value' }]],
  [`state=SP&city=${'x'.repeat(81)}`, [{ param: 'city', code: 'too_long' }]],
  ['state=SP&city=Recife&limit=5', [{ param: 'limit', code: 'unknown_parameter' }]],
])('%s', async (query, details) => {
  const { status, body } = await customer().api.get(`/postal-codes?${query}`);
  expect([status, body.error.details]).toMatchObject([422, details]);
});
