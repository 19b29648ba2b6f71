import { expect, test } from '@jest/globals';
import { quotedBatch, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('says of each refused row what is wrong', async () => {
  const { api } = customer();
  const { path } = await quotedBatch(api, [rowFor('Ana'), { ...rowFor('Bia'), reference: 1 }]);
  const { status, body } = await api.get(`${path}/rows?state=refused`);
  expect([status, body.data]).toMatchObject([
    200,
    [{ object: 'letter_batch_row', row: 2, letter_id: null, problems: [{ param: 'reference', code: 'invalid_type' }] }],
  ]);
});
