import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useCustomer } from '../../../support/service.ts';
import { storeLetterBatch } from '../../../support/stored-letter-batches.ts';

const customer = useCustomer();

test.each<[string, object, string[]]>([
  ['no hash', {}, ['quote_hash required']],
  ['a text that is no hash', { quote_hash: 'x' }, ['quote_hash invalid_format']],
])('%s', async (_, body, details) => {
  const { id, api } = customer();
  const batch = await storeLetterBatch(id);
  expect(detailsOf(await api.post(`/letter-batches/${batch.id}/confirm`, body))).toEqual(details);
});
