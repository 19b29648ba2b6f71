import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';

const customer = useUnchangedCustomer();

test.each([
  ['limit=0', 'limit out_of_range'],
  ['cursor=abc', 'cursor invalid_value'],
  ['page=2', 'page unknown_parameter'],
])('%s', async (parameters, detail) => {
  expect(detailsOf(await customer().api.get(`/letter-batches?${parameters}`))).toEqual([detail]);
});
