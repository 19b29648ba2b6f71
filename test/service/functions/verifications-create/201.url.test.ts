import { expect, test } from '@jest/globals';
import { serving, useDocuments } from '../../../support/letter-orders.ts';
import { recipient } from '../../../support/letters.ts';
import { wordsPdf } from '../../../support/pdfs.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();

test('a document by URL, with variables', async () => {
  const pdf = wordsPdf('{{OTP_CODE}}', '{{nome}}');
  await useDocuments(serving(pdf), async (url) => {
    const document = { type: 'url', url, variables: { nome: 'Ana' } };
    const { status, body } = await customer().api.post('/verifications', { to: recipient, method: 'code', document });
    expect([status, body.document]).toEqual([201, document]);
  });
});
