import { describe, expect, test } from '@jest/globals';
import { encoded, letterForm, type Parts, pdfPart, postForm } from '../../../support/forms.ts';
import { unchanged } from '../../../support/internals.ts';
import { base64, dateIn, recipient } from '../../../support/letters.ts';
import { blankPdf, wordsPdf } from '../../../support/pdfs.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();
const post = (parts: Parts, headers: Record<string, string> = {}) =>
  postForm(customer().api, '/letters', parts, headers);

describe('POST /letters as a form', () => {
  test('creates the same letter as JSON, with the file shown as an upload', async () => {
    const { api } = customer();
    const fields = {
      color: true,
      double_sided: false,
      address_placement: 'extra_page',
      postal_services: ['registered', 'return_receipt'],
      send_date: dateIn(10),
      reference: 'Nota 1',
      metadata: { pedido: '1', 'a[b]': 'á' },
    };
    const from = { ...recipient, name: 'Loja', number: 's/n' };
    const pdf = wordsPdf('{{nome}} {{valor}}');
    const variables = { nome: 'Ana', valor: '' };
    const json = await api.post('/letters', { to: recipient, from, document: base64(pdf, { variables }), ...fields });
    const form = await post(
      letterForm(
        [
          ...Object.entries(from).map(([name, value]): Parts[number] => [`from[${name}]`, value]),
          ['color', 'true'],
          ['double_sided', 'false'],
          ['address_placement', 'extra_page'],
          ['postal_services[]', 'registered'],
          ['postal_services[]', 'return_receipt'],
          ['send_date', fields.send_date],
          ['reference', 'Nota 1'],
          ['metadata[pedido]', '1'],
          ['metadata[a[b]]', 'á'],
          ['variables[nome]', 'Ana'],
          ['variables[valor]', ''],
        ],
        [['file', pdfPart(pdf), 'Carta nº 1.pdf']],
      ),
    );
    expect([json.status, form.status]).toEqual([201, 201]);
    expect(form.body.document).toEqual({ type: 'upload', filename: 'Carta nº 1.pdf' });
    const same = ({ id: _id, created_at: _created, preview_url: _preview, document: _document, ...rest }: any) => rest;
    expect(same(form.body)).toEqual(same(json.body));
    expect((await api.get(`/letters/${form.body.id}`)).body.document).toEqual(form.body.document);
  });

  test('without variables, markers are printed unchanged', async () => {
    expect((await post(letterForm([], [['file', pdfPart(wordsPdf('{{nome}}')), 'a.pdf']]))).status).toBe(201);
  });

  test('with the minimum: default values', async () => {
    const { body } = await post(letterForm());
    expect(body).toMatchObject({
      color: false,
      double_sided: false,
      postal_services: [],
      metadata: {},
      reference: null,
    });
  });

  test('exactly 4 MB, and a filename of 255 characters', async () => {
    const filename = `${'ã'.repeat(251)}.pdf`;
    const { status, body } = await post(letterForm([], [['file', pdfPart(blankPdf(1, 4 * 1_048_576)), filename]]));
    expect([status, body.document]).toEqual([201, { type: 'upload', filename }]);
  });

  test('a short quoted boundary, a part with extra headers, and a file without a name', async () => {
    const line = (name: string, value: string) =>
      `--a b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${value}\r\n`;
    const head = Object.entries(recipient).map(([name, value]) => line(`to[${name}]`, value));
    const file = '--a b\r\nContent-Type: application/pdf\r\nContent-Disposition: form-data; name=file\r\n\r\n';
    const body = Buffer.concat([Buffer.from(`${head.join('')}${file}`), blankPdf(), Buffer.from('\r\n--a b--')]);
    const answer = await customer().api.send('POST', '/letters', Uint8Array.from(body), {
      'content-type': 'multipart/form-data; boundary="a b"',
    });
    expect([answer.status, answer.body.document]).toEqual([201, { type: 'upload', filename: 'document.pdf' }]);
  });
});

describe('POST /letters as a form with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'key' };

  test('is the same request with another boundary and its parts in another order', async () => {
    const { id } = customer();
    const parts = letterForm([['color', 'true']]);
    expect((await encoded(parts)).headers).not.toEqual((await encoded(parts)).headers);
    const first = await post(parts, headers);
    const again = await unchanged(id, () => post(parts.toReversed(), headers));
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first.body]);
  });

  test.each<[string, Parts]>([
    ['another file', letterForm([], [['file', pdfPart(blankPdf(2)), 'carta.pdf']])],
    ['another field', letterForm([['reference', 'other']])],
    ['another filename, which the letter shows', letterForm([], [['file', pdfPart(), 'other.pdf']])],
  ])('is another request with %s', async (_, parts) => {
    const { id } = customer();
    await post(letterForm(), headers);
    const answer = await unchanged(id, () => post(parts, headers));
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
  });
});
