import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { base64 } from '../../../support/letters.ts';
import { blankPdf, wordsPdf } from '../../../support/pdfs.ts';
import { ownPdfBody, templateBody } from '../../../support/verifications.ts';

type Case = [title: string, body: object, details: string[]];

function refuses(title: string, cases: Case[]): void {
  describe(title, () => {
    const customer = useUnchangedCustomer();

    test.each(cases)('%s', async (_, body, details) => {
      const answer = await customer().api.post('/verifications', body, { 'idempotency-key': 'key' });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      expect(detailsOf(answer)).toEqual(details);
    });
  });
}

const letter = (fields: object) => templateBody({ letter: fields });
const pdf = (bytes: Buffer, fields: object = {}, method = 'hosted_page') =>
  templateBody({ method, document: base64(bytes), ...fields });

refuses('a field', [
  ['nothing at all', {}, ['to required', 'method required']],
  ['an unknown method', templateBody({ method: 'sms' }), ['method invalid_value']],
  ['an unknown field', templateBody({ postal_services: [] }), ['postal_services unknown_parameter']],
  ['a sender', templateBody({ from: {} }), ['from unknown_parameter']],
  ['an unknown text', letter({ logo: 'x' }), ['letter.logo unknown_parameter']],
  ['a title with an invisible character', letter({ title: 'Olá\u200b' }), ['letter.title invalid_value']],
  ['a body with a soft hyphen', letter({ body: 'Uma linha\ne ou\u00adtra' }), ['letter.body invalid_value']],
  ['a footer that turns the direction', letter({ footer: 'a\u202eb' }), ['letter.footer invalid_value']],
  [
    'instructions with a character that is ignored',
    templateBody({ instructions: 'a\u034fb' }),
    ['instructions invalid_value'],
  ],
  [
    'a title with characters that no font has or that are invisible',
    letter({ title: 'a\u3164😀' }),
    ['letter.title invalid_value'],
  ],
  ['an empty title', letter({ title: '' }), ['letter.title too_short']],
  ['a title of blanks', letter({ title: ' \u00a0' }), ['letter.title too_short']],
  ['a body of line breaks', letter({ body: '\n \n' }), ['letter.body too_short']],
  ['blank instructions', templateBody({ instructions: '  ' }), ['instructions too_short']],
  ['a title of 121', letter({ title: 'a'.repeat(121) }), ['letter.title too_long']],
  ['a body of 1,501', letter({ body: 'a'.repeat(1501) }), ['letter.body too_long']],
  ['a footer of 301', letter({ footer: 'a'.repeat(301) }), ['letter.footer too_long']],
  ['a QR code that is not a boolean', letter({ include_qr_code: 'true' }), ['letter.include_qr_code invalid_type']],
  ['empty instructions', templateBody({ instructions: '' }), ['instructions too_short']],
  ['instructions of 301', templateBody({ instructions: 'a'.repeat(301) }), ['instructions too_long']],
  ['a return_url that is not a URL', templateBody({ return_url: 'loja' }), ['return_url invalid_format']],
  [
    'a return_url with an invalid port',
    templateBody({ return_url: 'https://a.example:99999/' }),
    ['return_url invalid_format'],
  ],
  ['a return_url of port 0', templateBody({ return_url: 'https://a.example:0/' }), ['return_url invalid_format']],
  [
    'a return_url with user information',
    templateBody({ return_url: 'https://a.example@b.example/' }),
    ['return_url invalid_format'],
  ],
  ['a return_url without a host', templateBody({ return_url: 'https:///' }), ['return_url invalid_format']],
  [
    'a return_url that runs a script',
    templateBody({ return_url: 'javascript:alert(1)' }),
    ['return_url invalid_format'],
  ],
  [
    'a return_url of 2,049',
    templateBody({ return_url: `https://a.example/${'b'.repeat(2031)}` }),
    ['return_url too_long'],
  ],
  ['a reference of 101', templateBody({ reference: 'a'.repeat(101) }), ['reference too_long']],
]);

refuses('fields that contradict one another', [
  ['a letter and a document', ownPdfBody({ letter: {} }), ['letter invalid_value']],
  ['color without a document', templateBody({ color: true }), ['color invalid_value']],
  ['two sides without a document', templateBody({ double_sided: true }), ['double_sided invalid_value']],
  [
    'a placement without a document',
    templateBody({ address_placement: 'extra_page' }),
    ['address_placement invalid_value'],
  ],
  [
    'return_url with method code',
    templateBody({ method: 'code', return_url: 'https://a.example' }),
    ['return_url invalid_value'],
  ],
  [
    'page and QR code with method code',
    templateBody({ method: 'code', letter: { include_qr_code: true, include_page_url: true } }),
    ['letter.include_qr_code invalid_value', 'letter.include_page_url invalid_value'],
  ],
]);

refuses('a PDF', [
  ['without the code', pdf(blankPdf()), ['document.data document_text_unreadable']],
  ['without the marker of the code', pdf(wordsPdf('{{nome}}')), ['document.data otp_code_missing']],
  [
    'with the page’s markers and method code',
    pdf(wordsPdf('{{OTP_CODE}}', '{{QR_CODE}}'), {}, 'code'),
    ['document.data invalid_value'],
  ],
  ['that is not a PDF', pdf(Buffer.from('no PDF')), ['document.data document_invalid']],
]);

refuses('everything at once', [
  [
    'of the address, the method and the texts',
    { to: { name: 'Ana', number: '1', postal_code: '00000-000' }, method: 'fax', letter: { title: '' }, color: true },
    ['to.postal_code postal_code_not_found', 'method invalid_value', 'letter.title too_short', 'color invalid_value'],
  ],
  [
    'a PDF and the method',
    pdf(wordsPdf('{{nome}}'), {}, 'fax'),
    ['method invalid_value', 'document.data otp_code_missing'],
  ],
  [
    'a PDF and an address',
    { ...pdf(wordsPdf('{{nome}}')), to: { name: 'Ana', number: '1', postal_code: '00000-000' } },
    ['to.postal_code postal_code_not_found', 'document.data otp_code_missing'],
  ],
  [
    'a letter that cannot be printed',
    letter({ title: 'Bem-vinda 🐦', body: 'Olá 🐦' }),
    ['letter.title invalid_value', 'letter.body invalid_value'],
  ],
]);

describe('values at the edge', () => {
  const customer = useUnchangedCustomer({ balance: 0 });

  test.each([
    ['defaults without a document', { color: false, double_sided: false, address_placement: 'first_page' }],
    [
      'neither page nor QR code with method code',
      { method: 'code', letter: { include_qr_code: false, include_page_url: false } },
    ],
    ['an empty letter', { letter: {} }],
    [
      'the longest texts',
      { letter: { title: 'a'.repeat(120), footer: 'a'.repeat(300) }, instructions: 'a'.repeat(300) },
    ],
    ['a return_url in capitals', { return_url: 'HTTPS://A.EXAMPLE/' }],
  ])('%s are rejected only for the balance', async (_, fields) => {
    const answer = await customer().api.post('/verifications', templateBody(fields));
    expect([answer.status, answer.body.error.code]).toEqual([402, 'insufficient_balance']);
  });
});
