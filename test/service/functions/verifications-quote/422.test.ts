import { describe, expect, test } from '@jest/globals';
import { unknownId, useUnchangedCustomer } from '../../../support/internals.ts';
import { base64, pdfFixture } from '../../../support/letters.ts';
import { blankPdf, inkInAddressArea, wordsPdf } from '../../../support/pdfs.ts';
import { ownPdfBody, templateBody } from '../../../support/verifications.ts';

const pdf = (bytes: Buffer, fields: object = {}) => templateBody({ document: base64(bytes), ...fields });

describe('POST /verifications/quote rejects what creating the verification rejects, in the same words', () => {
  const customer = useUnchangedCustomer();

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', []],
    ['an unknown field', templateBody({ quantity: 2 })],
    ['an unknown method', templateBody({ method: 'sms' })],
    ['a postal code that does not exist', templateBody({ to: { name: 'Ana', number: '1', postal_code: '99999-999' } })],
    ['a letter and a document', ownPdfBody({ letter: {} })],
    ['a body that is too long', templateBody({ letter: { body: 'a\n'.repeat(700) } })],
    ['return_url with method code', templateBody({ method: 'code', return_url: 'https://loja.example/' })],
    ['a file that is not a PDF', pdf(Buffer.from('x'))],
    ['a protected file', pdf(pdfFixture('encrypted-user-aes256'))],
    ['ink in the address area', pdf(inkInAddressArea)],
    ['seven pages', pdf(blankPdf(7))],
    ['no marker for the code', pdf(wordsPdf('Olá'))],
    ['an upload that does not exist', templateBody({ document: { type: 'upload', upload_id: unknownId('upload') } })],
    ['a character that no font has', templateBody({ letter: { title: '\u{1f4ee}' } })],
  ])('%s', async (_, body) => {
    const { api } = customer();
    const quoted = await api.post('/verifications/quote', body, { 'idempotency-key': 'key' });
    const created = await api.post('/verifications', body);
    expect([quoted.status, quoted.body.error.code]).toEqual([422, 'invalid_parameters']);
    expect(quoted.body.error.details).toEqual(created.body.error.details);
  });
});
