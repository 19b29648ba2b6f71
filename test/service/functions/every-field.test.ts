import { expect, test } from '@jest/globals';
import {
  letterChangesSchema,
  letterFormSchema,
  letterOrderSchema,
  letterSchema,
} from '../../../lib/core/schemas/letter.ts';
import { verificationOrderSchema, verificationSchema } from '../../../lib/core/schemas/verification.ts';
import { signedIn } from '../../support/dashboard.ts';
import { type Parts, pdfPart, postForm } from '../../support/forms.ts';
import { base64, dateIn, recipient } from '../../support/letters.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { openCustomer, useCustomer } from '../../support/service.ts';
import { ownPdfBody, templateBody } from '../../support/verifications.ts';

/**
 * No field of an order or an edit is dropped in silence: each comes back as it was sent, here and from GET. A new field of
 * a schema fails these tests until it has a value here.
 */

const customer = useCustomer();

const sender = { ...recipient, name: 'Loja', number: 's/n', complement: 'sala 3' };
const to = { ...recipient, complement: 'ap. 12' };
/** A value of each option of a letter that is not its default. */
const options = {
  color: true,
  double_sided: true,
  address_placement: 'extra_page',
  postal_services: ['registered', 'return_receipt'],
  send_date: dateIn(10),
  reference: 'Pedido nº 1',
  metadata: { pedido: '1', 'a[b]': 'á' },
};
/** Comes back as a number (rule GEN-1). */
const genuine = { authenticity: true };
const numbered = { authenticity_number: expect.any(String) };
const pdf = wordsPdf('{{nome}}');

interface Fields {
  readonly properties: Readonly<Record<string, object>>;
}

/** Each field of the schema has a value in one of the orders that is not its default. */
function expectEveryField({ properties }: Fields, ...orders: readonly Record<string, unknown>[]): void {
  for (const [field, schema] of Object.entries(properties)) {
    const values = orders.map((order) => order[field]).filter((value) => value !== undefined);
    expect([field, values.length]).not.toEqual([field, 0]);
    if ('default' in schema) expect([field, values]).not.toEqual([field, values.map(() => schema.default)]);
  }
}

/** The fields of an order that the object has. A document is shown without its bytes. */
const shownOf = (order: Record<string, unknown>, { properties }: Fields = letterSchema) =>
  Object.fromEntries(Object.entries(order).filter(([field]) => field in properties && field !== 'document'));

test('of a letter in JSON', async () => {
  const { api } = customer();
  const order = { to, from: sender, document: base64(pdf, { variables: { nome: 'Ana' } }), ...options, ...genuine };
  expectEveryField(letterOrderSchema, order);
  const { status, body } = await api.post('/letters', order);
  const shown = { ...shownOf(order), ...numbered };
  expect([status, body]).toMatchObject([201, shown]);
  expect((await api.get(`/letters/${body.id}`)).body).toMatchObject(shown);
});

test('of a letter as a form', async () => {
  const { api } = customer();
  const parts: Parts = Object.entries({
    ...{ to, from: sender, ...options, ...genuine },
    variables: { nome: 'Ana' },
  }).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value)
      ? value.map((item) => [`${name}[]`, item])
      : typeof value === 'object'
        ? Object.entries(value).map(([key, item]) => [`${name}[${key}]`, item])
        : [[name, String(value)]],
  );
  expectEveryField(letterFormSchema, {
    to,
    from: sender,
    ...options,
    ...genuine,
    file: pdf,
    variables: { nome: 'Ana' },
  });
  const { status, body } = await postForm(api, '/letters', [...parts, ['file', pdfPart(pdf), 'carta.pdf']], {});
  expect([status, body]).toMatchObject([
    201,
    { to, from: sender, ...options, ...numbered, document: { type: 'upload', filename: 'carta.pdf' } },
  ]);
});

test('of a verification', async () => {
  const { api } = customer();
  const first = await api.post('/verifications', templateBody({ to }));
  const previous_verification_id = first.body.id as string;
  const { color, double_sided, address_placement, reference, metadata } = options;
  const same = { to, instructions: 'Tenha o documento em mãos.', previous_verification_id, reference, metadata };
  const letter = { title: 'Olá', body: 'Texto', footer: 'Rodapé', include_qr_code: false, include_page_url: true };
  const withTemplate = { ...templateBody({ letter }), ...same, return_url: 'https://loja.example/volta' };
  const withDocument = { ...ownPdfBody(), ...same, color, double_sided, address_placement };
  expectEveryField(verificationOrderSchema, withTemplate, withDocument);
  for (const order of [withTemplate, withDocument]) {
    const { status, body } = await api.post('/verifications', order);
    const shown = shownOf(order, verificationSchema);
    expect([status, body]).toMatchObject([201, shown]);
    expect((await api.get(`/verifications/${body.id}`)).body).toMatchObject(shown);
    if ('letter' in order) expect(body.document).toMatchObject(letter);
  }
});

test('of an edit', async () => {
  const { id, api } = await openCustomer();
  const order = { to: recipient, from: recipient, document: base64(pdf, { variables: { nome: 'Ana' } }) };
  const letter = await api.post('/letters', { ...order, send_date: dateIn(5) });
  const person = await signedIn(id, 'sender');
  const below = (path: string) => `/accounts/${id}${path}`;
  const upload = await person.ask('POST', below('/uploads'), { filename: 'novo.pdf', size: pdf.byteLength });
  const put = { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf) };
  expect((await fetch(upload.body.upload_url, put)).status).toBe(200);
  const document = { type: 'upload', upload_id: upload.body.id, variables: { nome: 'João' } };
  const edit = { to, from: sender, document, ...options };
  expectEveryField(letterChangesSchema, edit);
  const { status, body } = await person.ask('PATCH', below(`/letters/${letter.body.id}`), edit);
  expect([status, body]).toMatchObject([200, { ...shownOf(edit), document: { filename: 'novo.pdf' } }]);
  expect((await api.get(`/letters/${letter.body.id}`)).body).toMatchObject(shownOf(edit));
});
