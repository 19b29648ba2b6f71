import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import { storeLetterBatch } from '../../../support/stored-letter-batches.ts';

const customer = useCustomer();

test('a key that canceled another letter batch cancels no second one', async () => {
  const { id, api } = customer();
  const [first, second] = [await storeLetterBatch(id), await storeLetterBatch(id)];
  const cancel = (batch: { id: string }) =>
    api.post(`/letter-batches/${batch.id}/cancel`, undefined, { 'idempotency-key': 'key' });
  expect((await cancel(first)).status).toBe(200);
  const code = 'idempotency_key_reused';
  expect(await cancel(second)).toMatchObject({ status: 409, body: { error: { code } } });
  expect((await api.get(`/letter-batches/${second.id}`)).body.status).toBe('awaiting_rows');
});
