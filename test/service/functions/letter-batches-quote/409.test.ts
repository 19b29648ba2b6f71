import { expect, test } from '@jest/globals';
import { DAY_MS } from '../../../../lib/core/domain/units.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeLetterBatch } from '../../../support/stored-letter-batches.ts';

const customer = useCustomer();

test('a letter batch of more than seven days has expired', async () => {
  const { id, api } = customer();
  const batch = await storeLetterBatch(id, Date.now() - 8 * DAY_MS);
  expect(await api.post(`/letter-batches/${batch.id}/quote`)).toMatchObject({
    status: 409,
    body: { error: { code: 'letter_batch_expired' } },
  });
});
