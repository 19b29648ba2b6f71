import { expect, test } from '@jest/globals';
import { batchIn, quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('charges exactly the sum of the quote, once, and each row becomes a letter', async () => {
  const { api } = customer();
  const before = (await api.get('/balance')).body.amount as number;
  const { path, batch } = await quotedBatch(api, [rowFor('Ana'), rowFor('Bia')]);
  const { hash: quote_hash, total } = batch.quote;
  const confirmed = await api.post(`${path}/confirm`, { quote_hash });
  expect(confirmed).toMatchObject({ status: 200, body: { charged: total } });
  expect((await api.post(`${path}/confirm`, { quote_hash })).status).toBe(200);
  const { counts, refunded } = await batchIn(api, path, 'completed');
  expect([counts.created, counts.waiting, refunded]).toEqual([2, 0, 0]);
  const { data } = (await api.get(`/letters?letter_batch_id=${batch.id}`)).body;
  expect(data.map(({ to }: { to: { name: string } }) => to.name).sort()).toEqual(['Ana', 'Bia']);
  expect((await api.get('/balance')).body.amount).toBe(before - total);
});
