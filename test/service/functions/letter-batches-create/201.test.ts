import { expect, test } from '@jest/globals';
import { orderBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('a letter batch awaits its rows at a URL of its own', async () => {
  const { status, body } = await orderBatch(customer().api, [rowFor('Ana')]);
  expect(status).toBe(201);
  expect(body).toMatchObject({ object: 'letter_batch', status: 'awaiting_rows', rows: null, quote: null, charged: 0 });
  expect(body.rows_url).toMatch(/^https?:/);
});
