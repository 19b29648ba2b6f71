import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { detailsOf } from './checked-client.ts';
import { encoded, letterForm, type Parts, pdfPart, postForm } from './forms.ts';
import { useUnchangedCustomer } from './internals.ts';
import { recipient } from './letters.ts';
import { blankPdf, inkInAddressArea, wordsPdf } from './pdfs.ts';

/** The common behavior of creating and quoting a letter, with forms and with documents by URL. */

type Path = '/letters' | '/letters/quote';

const MEGABYTE = 1_048_576;
const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

/** 400s of forms: bodies that cannot be read as a form. */
export function describeUnreadableForms(path: Path): void {
  describe(`POST ${path} with a form that cannot be read`, () => {
    const customer = useUnchangedCustomer();
    const post = (body: string | Uint8Array<ArrayBuffer>, contentType: string) => {
      const headers = { 'content-type': contentType, 'idempotency-key': 'key' };
      return customer().api.send('POST', path, body, headers);
    };

    test.each([
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      'multipart/form-data; boundary=a; boundary=b',
      'multipart/form-data; boundary=a; charset=iso-8859-1',
      'multipart/mixed; boundary=a',
    ])('%s', async (contentType) => {
      expect(await post('--a--\r\n', contentType)).toMatchObject(refusal(400, 'unsupported_content_type'));
    });

    const latin1 = Uint8Array.from(
      Buffer.from('--a\r\nContent-Disposition: form-data; name=reference\r\n\r\nSão\r\n--a--', 'latin1'),
    );
    test.each<[string, string | Uint8Array<ArrayBuffer>]>([
      ['nothing', ''],
      ['JSON', '{}'],
      ['another boundary', '--b--\r\n'],
      ['a part without a name', '--a\r\nContent-Disposition: form-data\r\n\r\nx\r\n--a--'],
      ['a text that is not UTF-8', latin1],
    ])('%s', async (_, body) => {
      expect(await post(body, 'multipart/form-data; boundary=a')).toMatchObject(refusal(400, 'invalid_json'));
    });

    test('truncated anywhere', async () => {
      const { body, headers } = await encoded(letterForm());
      for (const part of [0.1, 0.5, 0.9]) {
        const cut = body.slice(0, Math.floor(body.length * part));
        expect(await post(cut, headers['content-type'])).toMatchObject(refusal(400, 'invalid_json'));
      }
      expect(await post(body.slice(0, -5), headers['content-type'])).toMatchObject(refusal(400, 'invalid_json'));
    });
  });
}

/** 422s of forms: the same details as in JSON, with the fields' names in dot notation. */
export function describeInvalidForms(path: Path): void {
  describe(`POST ${path} with an invalid form`, () => {
    const customer = useUnchangedCustomer();

    async function refused(parts: Parts): Promise<string[]> {
      const answer = await postForm(customer().api, path, parts, { 'idempotency-key': 'key' });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      return detailsOf(answer);
    }

    const file = (pdf: Buffer, ...more: [type?: string, filename?: string]) =>
      letterForm([], [['file', pdfPart(pdf, more[0]), more[1] ?? 'carta.pdf']]);
    const markers = (...parts: Parts) =>
      letterForm(parts, [['file', pdfPart(wordsPdf('{{nome}}', '{{valor}}')), 'carta.pdf']]);

    test.each<[string, Parts, string[]]>([
      ['nothing', [['reference', 'a']], ['to required', 'file required']],
      ['no file', letterForm([], []), ['file required']],
      ['a document', letterForm([['document[type]', 'base64']]), ['document unknown_parameter']],
      ['an unknown field', letterForm([['colour', 'true']]), ['colour unknown_parameter']],
      ['an unknown member', letterForm([['to[unit]', '1']]), ['to.unit unknown_parameter']],
      ['a field in dot notation', letterForm([['to.street', 'x']]), ['to.street unknown_parameter']],
      ['a field without a name', letterForm([['', 'x']]), [' unknown_parameter']],
      ['a field that every object inherits', letterForm([['constructor', 'x']]), ['constructor unknown_parameter']],
      [
        '__proto__',
        letterForm([
          ['__proto__[color]', 'true'],
          ['to[__proto__]', 'x'],
        ]),
        ['to.__proto__ unknown_parameter', '__proto__ unknown_parameter'],
      ],
      ['an address in one text', [...letterForm().slice(3), ['to', 'Rua Caiubi']], ['to invalid_type']],
      [
        'a repeated field',
        letterForm([
          ['reference', 'a'],
          ['reference', 'a'],
        ]),
        ['reference invalid_type'],
      ],
      ['a repeated member', letterForm([['to[name]', 'Ana']]), ['to.name invalid_type']],
      ['two files', letterForm([['file', pdfPart(), 'b.pdf']]), ['file invalid_type']],
      ['a file for a text', letterForm([['reference', pdfPart(), 'a.pdf']]), ['reference invalid_type']],
      [
        'an invalid boolean',
        letterForm([
          ['color', '1'],
          ['double_sided', 'TRUE'],
        ]),
        ['color invalid_type', 'double_sided invalid_type'],
      ],
      ['services without brackets', letterForm([['postal_services', 'registered']]), ['postal_services invalid_type']],
      [
        'a service that does not exist',
        letterForm([['postal_services[]', 'sms']]),
        ['postal_services[0] invalid_value'],
      ],
      [
        'a service without registered',
        letterForm([['postal_services[]', 'return_receipt']]),
        ['postal_services[0] requires_registered'],
      ],
      ['a long reference', letterForm([['reference', 'x'.repeat(101)]]), ['reference too_long']],
      ['metadata as a text', letterForm([['metadata', '{}']]), ['metadata invalid_type']],
      ['a long value of metadata', letterForm([['metadata[a]', 'x'.repeat(501)]]), ['metadata.a too_long']],
      [
        'a postal code that does not exist',
        [...letterForm().filter(([name]) => name !== 'to[postal_code]'), ['to[postal_code]', '99999-999']],
        ['to.postal_code postal_code_not_found'],
      ],
      ['a file of another type', file(blankPdf(), 'application/octet-stream'), ['file invalid_type']],
      ['a text for the file', letterForm([], [['file', '%PDF-1.7']]), ['file invalid_type']],
      ['a file that is not a PDF', file(Buffer.from('hello')), ['file document_invalid']],
      ['an empty file', file(Buffer.alloc(0)), ['file document_invalid']],
      ['a file of 4 MB and a byte', file(blankPdf(1, 4 * MEGABYTE + 1)), ['file document_too_large']],
      ['a filename of 256 characters', file(blankPdf(), undefined, 'ã'.repeat(256)), ['file too_long']],
      ['ink in the address area', file(inkInAddressArea), ['file address_area_not_blank']],
      ['seven pages', file(blankPdf(7)), ['file too_many_sheets']],
      ['a missing variable', markers(['variables[nome]', 'Ana']), ['variables.valor variable_missing']],
      [
        'an extra variable',
        markers(['variables[nome]', ''], ['variables[valor]', '1'], ['variables[data]', 'x']),
        ['variables.data variable_not_found'],
      ],
      [
        'a repeated variable',
        markers(['variables[nome]', 'a'], ['variables[nome]', 'b'], ['variables[valor]', '1']),
        ['variables.nome invalid_type'],
      ],
      [
        'everything at once',
        [
          ['to[name]', 'Ana'],
          ['color', 'x'],
          ['variables[a]', 'y'],
          ['x', 'y'],
          ['file', pdfPart(blankPdf(7)), 'a.pdf'],
        ],
        [
          'to.number required',
          'to.postal_code required',
          'file too_many_sheets',
          'file document_text_unreadable',
          'color invalid_type',
          'x unknown_parameter',
        ],
      ],
    ])('%s', async (_, parts, details) => {
      expect((await refused(parts)).sort()).toEqual([...details].sort());
    });

    test('has the same params, in the same order, as JSON', async () => {
      const { api } = customer();
      const wrong = { ...recipient, postal_code: '99999-999', unit: '1' };
      const json = await api.post(path, {
        to: wrong,
        document: { type: 'base64', data: blankPdf().toString('base64') },
        color: 'x',
        postal_services: ['return_receipt'],
        send_date: 'today',
        metadata: { a: 'x'.repeat(501) },
        extra: '1',
      });
      const form = await postForm(api, path, [
        ['extra', '1'],
        ['file', pdfPart(), 'a.pdf'],
        ['metadata[a]', 'x'.repeat(501)],
        ['send_date', 'today'],
        ['postal_services[]', 'return_receipt'],
        ['color', 'x'],
        ...Object.entries(wrong).map(([name, value]): Parts[number] => [`to[${name}]`, value]),
      ]);
      expect(detailsOf(form)).toEqual(detailsOf(json));
      expect(form.body.error.details).toHaveLength(7);
    });
  });
}

/** A web server of a customer on this machine. */
export async function useDocuments<Result>(
  answer: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/carta.pdf`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const serving =
  (content: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(content);

/** 422s of documents by URL. Misbehaving servers are tested in test/modules/documents. */
export function describeInvalidUrls(
  path: '/letters' | '/letters/quote' | '/verifications',
  fields: Record<string, unknown>,
): void {
  describe(`POST ${path} with a document by URL`, () => {
    const customer = useUnchangedCustomer();
    async function refused(document: Record<string, unknown>): Promise<string[]> {
      const body = { ...fields, document: { type: 'url', ...document } };
      const answer = await customer().api.post(path, body, { 'idempotency-key': 'key' });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      return detailsOf(answer);
    }

    test.each<[string, unknown, string]>([
      ['missing', undefined, 'required'],
      ['null', null, 'invalid_type'],
      ['empty', '', 'invalid_format'],
      ['not a URL', 'carta.pdf', 'invalid_format'],
      ['with a space', 'https://example.com/a b.pdf', 'invalid_format'],
      ['of 8,193 characters', `https://example.com/${'a'.repeat(8_173)}`, 'too_long'],
      ['without TLS', 'http://example.com/carta.pdf', 'invalid_format'],
      ['of a file', 'file:///etc/passwd', 'invalid_format'],
      ['with the data in it', 'data:application/pdf;base64,JVBERg==', 'invalid_format'],
      ['with credentials', 'https://user:password@example.com/carta.pdf', 'invalid_format'],
      ['with an IP address', 'https://93.184.216.34/carta.pdf', 'document_unreachable'],
      ['of the metadata service', 'https://169.254.169.254/latest/meta-data/', 'document_unreachable'],
      ['of a private network', 'https://10.0.0.1/carta.pdf', 'document_unreachable'],
      ['of a name that does not exist', 'https://carta.invalid/carta.pdf', 'document_unreachable'],
    ])('that is %s', async (_, url, code) => {
      expect(await refused({ url })).toEqual([`document.url ${code}`]);
    });

    test.each<[string, RequestListener, string]>([
      ['responds 404', serving('', 404), 'document_unreachable'],
      [
        'redirects to the metadata service',
        serving('', 302, { location: 'https://169.254.169.254/' }),
        'document_unreachable',
      ],
      ['does not serve a PDF', serving('<html>'), 'document_invalid'],
      ['serves 10 MB and a byte', serving(Buffer.alloc(10 * MEGABYTE + 1)), 'document_too_large'],
    ])('whose server %s', async (_, answer, code) => {
      expect(await useDocuments(answer, (url) => refused({ url }))).toEqual([`document.url ${code}`]);
    });

    test('whose file lacks a variable, with every other problem', async () => {
      const document = { variables: { nome: 'Ana', data: 1 }, extra: 1 };
      const details = await useDocuments(serving(wordsPdf('{{nome}} {{OTP_CODE}}')), (url) =>
        refused({ ...document, url }),
      );
      expect(details).toEqual(
        expect.arrayContaining(['document.extra unknown_parameter', 'document.variables.data variable_not_found']),
      );
    });
  });
}
