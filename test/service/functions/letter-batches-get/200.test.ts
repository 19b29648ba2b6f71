import { expect, test } from '@jest/globals';
import { orderBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('shows a letter batch as its creation did, without the URL of its rows', async () => {
  const { api } = customer();
  const { body: created } = await orderBatch(api, [rowFor('Ana')]);
  const { rows_url: _, rows_url_expires_at: __, ...shown } = created;
  expect(await api.get(`/letter-batches/${created.id}`)).toMatchObject({ status: 200, body: shown });
});
