import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test.each(['99999999', '00000-000', '10000000', '70160901'])('%s does not exist', async (postalCode) => {
  const { status, body } = await customer().api.get(`/postal-codes/${postalCode}`);
  expect([status, body.error.code, body.error.details]).toEqual([404, 'postal_code_not_found', null]);
});
