import { expect, test } from '@jest/globals';
import { arrivedBatch, batchIn, rowFor } from '../../../support/letter-batches.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('starts the dry run, which offers a sum and charges nothing', async () => {
  const { api } = customer();
  const before = (await api.get('/balance')).body;
  const path = await arrivedBatch(api, [rowFor('Ana'), { ...rowFor('Bia'), reference: 1 }]);
  expect(await api.post(`${path}/quote`)).toMatchObject({ status: 200, body: { status: 'checking' } });
  const { quote } = await batchIn(api, path, 'quoted');
  expect(quote).toMatchObject({ letters: 1, refused: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await api.get('/balance')).body).toEqual(before);
});
