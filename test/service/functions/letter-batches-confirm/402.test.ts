import { expect, test } from '@jest/globals';
import { quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { openCustomer } from '../../../support/service.ts';

test('a balance below the sum charges nothing and makes no letter', async () => {
  const { api } = await openCustomer({ balance: 100 });
  const { path, batch } = await quotedBatch(api, [rowFor('Ana')]);
  const refused = await api.post(`${path}/confirm`, { quote_hash: batch.quote.hash });
  expect(refused).toMatchObject({ status: 402, body: { error: { code: 'insufficient_balance' } } });
  expect((await api.get(path)).body).toMatchObject({ status: 'quoted', charged: 0 });
  expect((await api.get('/balance')).body.amount).toBe(100);
});
