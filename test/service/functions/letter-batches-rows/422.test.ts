import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeLetterBatch } from '../../../support/stored-letter-batches.ts';

const customer = useCustomer();

test.each([
  ['state=lost', 'state invalid_value'],
  ['limit=0', 'limit out_of_range'],
  ['cursor=abc', 'cursor invalid_value'],
  ['page=2', 'page unknown_parameter'],
])('%s', async (parameters, detail) => {
  const { id, api } = customer();
  const batch = await storeLetterBatch(id);
  expect(detailsOf(await api.get(`/letter-batches/${batch.id}/rows?${parameters}`))).toEqual([detail]);
});
