import { expect, test } from '@jest/globals';
import { orderBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('lists the letter batches, newest first, without the URLs of their rows', async () => {
  const { api } = customer();
  const [first, second] = [await orderBatch(api, [rowFor('Ana')]), await orderBatch(api, [rowFor('Bia')])];
  const { status, body } = await api.get('/letter-batches');
  expect(status).toBe(200);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id, first.body.id]);
  expect(body.data[0]).not.toHaveProperty('rows_url');
});
