import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';

const customer = useUnchangedCustomer();
const document = { name: 'aviso', upload_id: 'upl_1' };
const order = (fields: object = {}) => ({ filename: 'l.jsonl', size: 1, documents: [document], ...fields });

test.each<[string, object, string[]]>([
  ['nothing', {}, ['filename required', 'size required', 'documents required']],
  ['a byte too many', order({ size: 67_108_865 }), ['size out_of_range']],
  ['no PDF', order({ documents: [] }), ['documents too_short']],
  ['two PDFs of one name', order({ documents: [document, document] }), ['documents[1].name invalid_value']],
  ['a sending day', order({ letter: { send_date: '2030-01-01' } }), ['letter.send_date unknown_parameter']],
  ['an unknown field', order({ rows: [] }), ['rows unknown_parameter']],
])('%s', async (_, body, details) => {
  const answer = await customer().api.post('/letter-batches', body, { 'idempotency-key': 'key' });
  expect([answer.status, detailsOf(answer)]).toEqual([422, details]);
});
