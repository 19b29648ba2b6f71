import { describe, expect, test } from '@jest/globals';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { sha256 } from '../../../../lib/core/sha256.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { letterForm, pdfPart, postForm } from '../../../support/forms.ts';
import { storedFor, unchanged } from '../../../support/internals.ts';
import { serving, useDocuments } from '../../../support/letter-orders.ts';
import { quoteRequests } from '../../../support/letter-requests.ts';
import { base64, letterBody, recipient } from '../../../support/letters.ts';
import { blankPdf } from '../../../support/pdfs.ts';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';

const UNFILLED = ['nome', 'contrato', 'valor', 'data', 'cidade', 'AV_To', 'fim'];

describeReplays('POST /letters/quote', 200, quoteRequests);

describe('POST /letters/quote', () => {
  const customer = useCustomer();

  test('every field, and nothing is created, charged or stored', async () => {
    const { id, api } = customer();
    const { status, body } = await unchanged(id, () => api.post('/letters/quote', letterBody()));
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'quote',
      plan: 'pay_as_you_go',
      to: {
        name: 'Maria da Conceição',
        street: 'Rua Caiubi',
        number: '100',
        complement: null,
        neighborhood: 'Perdizes',
        city: 'São Paulo',
        state: 'SP',
        postal_code: '05010-000',
      },
      pages: 1,
      sheets: 1,
      price: { currency: 'BRL', total: 690, items: [{ type: 'base', quantity: 1, unit_amount: 690, amount: 690 }] },
      // The letter of these requests has markers, and no variables are sent.
      warnings: UNFILLED.map((name) => ({ code: 'marker_unfilled', page: 1, name })),
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a page', {}],
    [
      'color on both sides, with all services',
      {
        document: base64(blankPdf(3)),
        color: true,
        double_sided: true,
        postal_services: ['registered', 'return_receipt', 'restricted_delivery'],
      },
    ],
    [
      'the address on a separate page',
      { document: base64(blankPdf(4)), double_sided: true, address_placement: 'extra_page' },
    ],
  ])('of %s returns what its creation then returns and charges', async (_, fields) => {
    const { api } = customer();
    const { body: quote } = await api.post('/letters/quote', letterBody(fields));
    const { body: letter } = await api.post('/letters', letterBody(fields));
    const { to, pages, sheets, price, warnings } = letter;
    expect(quote).toEqual({ object: 'quote', plan: 'pay_as_you_go', to, pages, sheets, price, warnings });
    expect((await api.get('/balance')).body.amount).toBe(100_000 - quote.price.total);
  });

  test('of a district sent as its city names the city that prints, as its letter does', async () => {
    const { api } = customer();
    const monteVerde = { name: 'Ana', street: 'Rua A', number: '1', postal_code: '37653-000', city: 'Monte Verde' };
    const taguatinga = { name: 'Ana', number: '1', postal_code: '72130-010', city: 'Taguatinga', state: 'DF' };
    const body = letterBody({ to: monteVerde, from: taguatinga, document: base64(blankPdf()) });
    const { body: quote } = await api.post('/letters/quote', body);
    expect(quote.to).toMatchObject({ neighborhood: 'Monte Verde', city: 'Camanducaia' });
    expect(quote.warnings).toEqual([
      { code: 'city_is_neighborhood', page: 1, name: 'to' },
      { code: 'city_is_neighborhood', page: 1, name: 'from' },
    ]);
    const { body: letter } = await api.post('/letters', body);
    expect(letter.from).toMatchObject({ neighborhood: 'Taguatinga Norte', city: 'Brasília' });
    expect(letter.warnings).toEqual(quote.warnings);
    const verification = await api.post('/verifications/quote', { to: taguatinga, method: 'code' });
    expect(verification.body.warnings).toEqual([{ code: 'city_is_neighborhood', page: 1, name: 'to' }]);
  });

  test('of an address that the systems of the carrier cannot hold warns of it, and shows it whole', async () => {
    const { api } = customer();
    const name = 'Associação dos Moradores e Amigos do Conjunto dos Bancários da Ribeira do Norte';
    const long = { name, number: '1', postal_code: '72130-010' };
    // Cidade Antônio Estevão de Carvalho does not fit either, but the customer did not write it.
    const to = { name: 'Ana', number: '1', postal_code: '03691-200' };
    const body = letterBody({ to, from: long, document: base64(blankPdf()) });
    const warnings = [{ code: 'address_too_long_for_carrier', page: 1, name: 'from' }];
    expect((await api.post('/letters/quote', body)).body.warnings).toEqual(warnings);
    const { body: letter } = await api.post('/letters', body);
    expect([letter.from.name, letter.warnings]).toEqual([name, warnings]);
    const verification = await api.post('/verifications/quote', { to: long, method: 'code' });
    expect(verification.body.warnings).toEqual([{ ...warnings[0], name: 'to' }]);
  });

  test.each(Object.entries(prices))('plan %s', async (plan, { base }) => {
    const { api } = await openCustomer({ plan });
    const { body } = await api.post('/letters/quote', letterBody());
    expect([body.plan, body.price.total]).toEqual([plan, base]);
  });

  test('without a balance, and with a future send date', async () => {
    const { api } = await openCustomer({ balance: 0 });
    expect((await api.post('/letters/quote', letterBody({ reference: 'a' }))).status).toBe(200);
  });

  test('for a suspended account', async () => {
    const { id, api } = customer();
    await useService().control.post(`/accounts/${id}/suspend`);
    expect((await api.post('/letters/quote', letterBody())).status).toBe(200);
  });

  test('an upload is quoted twice, and then used by a letter', async () => {
    const { id, api } = customer();
    const pdf = blankPdf();
    const { body: upload } = await api.post('/uploads', { filename: 'carta.pdf', size: pdf.length });
    const headers = { 'content-type': 'application/pdf' };
    await fetch(upload.upload_url, { method: 'PUT', body: Uint8Array.from(pdf), headers });
    const body = { to: recipient, document: { type: 'upload', upload_id: upload.id } };
    const before = await storedFor(id);
    expect((await api.post('/letters/quote', body)).status).toBe(200);
    const after = await storedFor(id);
    // The first quote pins the file (rule UPL-3), and nothing else.
    expect(after.items.map(({ file_sha256: _, ...item }) => item)).toEqual(before.items);
    expect(after.files).toEqual(before.files);
    expect(after.items.map(({ file_sha256 }) => file_sha256).filter(Boolean)).toEqual([sha256(pdf)]);
    expect((await unchanged(id, () => api.post('/letters/quote', body))).status).toBe(200);
    expect((await api.post('/letters', body)).status).toBe(201);
    expect((await api.post('/letters/quote', body)).body.error.details).toMatchObject([
      { code: 'upload_already_used' },
    ]);
  });

  test('as a form, and with a document by URL', async () => {
    const { api } = customer();
    const json = await api.post('/letters/quote', { to: recipient, document: base64(blankPdf(2)), color: true });
    const form = await postForm(
      api,
      '/letters/quote',
      letterForm([['color', 'true']], [['file', pdfPart(blankPdf(2)), 'a.pdf']]),
    );
    expect([form.status, form.body]).toEqual([200, json.body]);
    const byUrl = await useDocuments(serving(blankPdf(2)), (url) =>
      api.post('/letters/quote', { to: recipient, document: { type: 'url', url }, color: true }),
    );
    expect([byUrl.status, byUrl.body]).toEqual([200, json.body]);
  });

  test('a key stores only its response', async () => {
    const { id, api } = customer();
    const before = await storedFor(id);
    await api.post('/letters/quote', letterBody(), { 'idempotency-key': 'key' });
    const after = await storedFor(id);
    expect(after.files).toEqual(before.files);
    expect(after.items.filter(({ kind }) => kind !== 'idempotency_record')).toEqual(before.items);
    expect(after.items).toHaveLength(before.items.length + 1);
  });
});
