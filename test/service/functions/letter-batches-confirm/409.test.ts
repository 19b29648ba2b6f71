import { expect, test } from '@jest/globals';
import { quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('needs the hash of its quote', async () => {
  const { api } = customer();
  const { path } = await quotedBatch(api, [rowFor('Ana')]);
  const code = 'letter_batch_quote_differs';
  expect(await api.post(`${path}/confirm`, { quote_hash: '0'.repeat(64) })).toMatchObject({
    status: 409,
    body: { error: { code } },
  });
});
