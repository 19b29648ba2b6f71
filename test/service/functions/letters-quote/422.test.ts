import { describe, expect, test } from '@jest/globals';
import { unknownId, useUnchangedCustomer } from '../../../support/internals.ts';
import { describeInvalidForms, describeInvalidUrls } from '../../../support/letter-orders.ts';
import { base64, dateIn, letterBody, pdfFixture, recipient } from '../../../support/letters.ts';
import { blankPdf, inkInAddressArea, scannedPdf, wordsPdf } from '../../../support/pdfs.ts';

describeInvalidForms('/letters/quote');
describeInvalidUrls('/letters/quote', { to: recipient });

describe('POST /letters/quote rejects what creating the letter rejects, in the same words', () => {
  const customer = useUnchangedCustomer();

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', []],
    ['an unknown field', letterBody({ quantity: 2 })],
    ['an incomplete address', letterBody({ to: { name: 'Ana', postal_code: '18150-000' } })],
    ['a postal code that does not exist', letterBody({ to: { ...recipient, postal_code: '99999-999' } })],
    ['an incomplete sender', letterBody({ from: { ...recipient, postal_code: '18150-000' } })],
    ['services without registered', letterBody({ postal_services: ['return_receipt'] })],
    ['today as send_date', letterBody({ send_date: dateIn(0) })],
    ['a file that is not a PDF', letterBody({ document: base64(Buffer.from('x')) })],
    ['a protected file', letterBody({ document: base64(pdfFixture('encrypted-user-aes256')) })],
    ['ink in the address area', letterBody({ document: base64(inkInAddressArea) })],
    ['seven pages', letterBody({ document: base64(blankPdf(7)) })],
    ['no text', letterBody({ document: base64(scannedPdf, { variables: { a: 1 } }) })],
    ['variables', letterBody({ document: base64(wordsPdf('{{a}}'), { variables: { b: 1 } }) })],
    ['an upload that does not exist', letterBody({ document: { type: 'upload', upload_id: unknownId('upload') } })],
    ['a character that no font has', letterBody({ to: { ...recipient, name: '\u{1f4ee}' } })],
    ['metadata and more', letterBody({ metadata: { a: 1 }, color: 1, reference: 'x'.repeat(101) })],
  ])('%s', async (_, body) => {
    const { api } = customer();
    const quoted = await api.post('/letters/quote', body, { 'idempotency-key': 'key' });
    const created = await api.post('/letters', body);
    expect([quoted.status, quoted.body.error.code]).toEqual([422, 'invalid_parameters']);
    expect(quoted.body.error.details).toEqual(created.body.error.details);
  });
});
