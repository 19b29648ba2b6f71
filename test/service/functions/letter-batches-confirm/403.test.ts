import { expect, test } from '@jest/globals';
import { quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer, useService } from '../../../support/service.ts';

const customer = useCustomer();

test('a suspended account confirms nothing', async () => {
  const { id, api } = customer();
  const { path, batch } = await quotedBatch(api, [rowFor('Ana')]);
  await useService().control.post(`/accounts/${id}/suspend`);
  const code = 'account_suspended';
  expect(await api.post(`${path}/confirm`, { quote_hash: batch.quote.hash })).toMatchObject({
    status: 403,
    body: { error: { code } },
  });
});
