import { expect, test } from '@jest/globals';
import { batchIn, quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('ends a letter batch that nobody has confirmed, at no cost', async () => {
  const { api } = customer();
  const { path, batch } = await quotedBatch(api, [rowFor('Ana')]);
  expect((await api.post(`${path}/cancel`)).status).toBe(200);
  expect(await batchIn(api, path, 'canceled')).toMatchObject({ charged: 0, refunded: 0 });
  expect(await api.post(`${path}/confirm`, { quote_hash: batch.quote.hash })).toMatchObject({
    status: 409,
    body: { error: { code: 'letter_batch_not_confirmable' } },
  });
});
