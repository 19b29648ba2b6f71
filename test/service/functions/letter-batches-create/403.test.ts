import { expect, test } from '@jest/globals';
import { orderBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer, useService } from '../../../support/service.ts';

const customer = useCustomer();

test('a suspended account creates no letter batch', async () => {
  const { id, api } = customer();
  const { body: upload } = await api.post('/uploads', { filename: 'aviso.pdf', size: 1000 });
  await useService().control.post(`/accounts/${id}/suspend`);
  const order = { filename: 'l.jsonl', size: 1, documents: [{ name: 'aviso', upload_id: upload.id }] };
  const code = 'account_suspended';
  expect(await api.post('/letter-batches', order)).toMatchObject({ status: 403, body: { error: { code } } });
  await useService().control.post(`/accounts/${id}/reinstate`);
  expect((await orderBatch(api, [rowFor('Ana')])).status).toBe(201);
});
