import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { openLetters } from '../../../../lib/adapters/data/mailings/letters.ts';
import { describeEveryReplay } from '../../../support/every-post.ts';
import { sharedTable, storedFor, straysOf } from '../../../support/internals.ts';
import { letterRequests } from '../../../support/letter-requests.ts';
import { base64, dateIn, letterBody, pdfFixture, recipient } from '../../../support/letters.ts';
import { blankPdf, inkInAddressArea, scannedPdf, wordsPdf } from '../../../support/pdfs.ts';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';
import { uploadBody } from '../../../support/uploads.ts';

describeEveryReplay('POST /letters', 201, letterRequests);

describe('a letter', () => {
  const customer = useCustomer();

  /** Creates a letter from a blank page, unless the fields bring another document. */
  async function create(fields: Record<string, unknown> = {}) {
    const answer = await customer().api.post('/letters', { to: recipient, document: base64(blankPdf()), ...fields });
    expect(answer.body).toMatchObject({ object: 'letter' });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  describe('POST /letters', () => {
    test('with only recipient and document: every field', async () => {
      const letter = await create();
      expect(letter).toEqual({
        id: expect.stringMatching(/^ltr_[A-Za-z0-9]+$/),
        object: 'letter',
        status: 'received',
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
        from: (await customer().api.get('/account')).body.default_sender,
        document: { type: 'base64', variables: null },
        authenticity_number: null,
        letter_batch_id: null,
        color: false,
        double_sided: false,
        address_placement: 'first_page',
        postal_services: [],
        pages: 1,
        sheets: 1,
        price: { currency: 'BRL', total: 690, items: [{ type: 'base', quantity: 1, unit_amount: 690, amount: 690 }] },
        warnings: [],
        send_date: null,
        cancellation_reason: null,
        failure_reason: null,
        tracking_code: null,
        preview_url: expect.stringMatching(/^https?:/),
        reference: null,
        metadata: {},
        status_transitions: {
          received_at: letter.created_at,
          in_production_at: null,
          printed_at: null,
          posted_at: null,
          canceled_at: null,
          failed_at: null,
        },
        created_at: expect.any(String),
      });
      expect(Math.abs(Date.parse(letter.created_at) - Date.now())).toBeLessThan(30_000);
    });

    test('is printed from a unique file, so the hash in a manifest reveals nothing of its content', async () => {
      const sha256 = async () => {
        const { id } = await create();
        const found = await openLetters(sharedTable(), { now: Date.now, randomBytes }).find(customer().id, id);
        return found!.mailing.print_file.sha256;
      };
      expect(await sha256()).not.toBe(await sha256());
    });

    test('with every field: all are returned as sent', async () => {
      const sent = {
        color: true,
        double_sided: true,
        address_placement: 'extra_page',
        postal_services: ['restricted_delivery', 'registered', 'return_receipt'],
        reference: 'Pedido nº 1 📮',
        metadata: { pedido: '1', constructor: '', 'chave com espaço': '✓', 'a.b[0]': '"\\' },
      };
      const to = { ...recipient, street: 'Rua Caiubi, lado ímpar', complement: 'ap. 12', neighborhood: 'Pompeia' };
      const from = { name: 'Loja', number: 's/n', postal_code: '20040002', city: 'rio de janeiro', state: 'rj' };
      expect(await create({ ...sent, to, from })).toMatchObject({
        ...sent,
        to: { ...to, city: 'São Paulo', state: 'SP' },
        from: {
          name: 'Loja',
          street: 'Avenida Rio Branco',
          number: 's/n',
          complement: null,
          neighborhood: 'Centro',
          city: 'Rio de Janeiro',
          state: 'RJ',
          postal_code: '20040-002',
        },
      });
    });

    test('charges once, emits one event, and keeps one file', async () => {
      const letter = await create();
      const { api, id } = customer();
      expect((await api.get('/balance')).body.amount).toBe(100_000 - letter.price.total);
      expect((await api.get('/balance/transactions?type=letter')).body.data).toMatchObject([
        { amount: -letter.price.total, balance_after: 100_000 - letter.price.total, source_id: letter.id },
      ]);
      expect((await api.get(`/events?object_id=${letter.id}`)).body.data).toMatchObject([
        { type: 'letter.received', data: letter },
      ]);
      expect((await storedFor(id)).files).toEqual([expect.stringContaining(letter.id)]);
      const preview = await fetch(letter.preview_url);
      expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    });

    test.each([1, 180])('with a send_date in %i days it is scheduled, and not charged', async (days) => {
      const send_date = dateIn(days);
      const letter = await create({ send_date });
      expect(letter).toMatchObject({ status: 'scheduled', send_date, status_transitions: { received_at: null } });
      const { api } = customer();
      expect((await api.get('/balance')).body.amount).toBe(100_000);
      expect((await api.get('/balance/transactions')).body.data).toHaveLength(1);
      expect((await api.get('/events')).body.data).toMatchObject([{ type: 'letter.scheduled', data: letter }]);
    });

    test('without a key the same request makes another letter', async () => {
      expect((await create()).id).not.toBe((await create()).id);
    });

    test('a key belongs to its account', async () => {
      const headers = { 'idempotency-key': 'key' };
      const { api } = await openCustomer();
      const [one, other] = [
        await customer().api.post('/letters', letterBody(), headers),
        await api.post('/letters', letterBody(), headers),
      ];
      expect([one.status, other.status, other.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
      expect(one.body.id).not.toBe(other.body.id);
    });

    test('a key is case-sensitive', async () => {
      const { api } = customer();
      await api.post('/letters', letterBody(), { 'idempotency-key': 'key' });
      const { status, headers } = await api.post('/letters', letterBody(), { 'idempotency-key': 'KEY' });
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    });

    test('a rejection releases the key for a corrected request', async () => {
      const { api } = customer();
      const headers = { 'idempotency-key': 'key' };
      expect((await api.post('/letters', '{', headers)).status).toBe(400);
      expect((await api.post('/letters', letterBody({ color: 1 }), headers)).status).toBe(422);
      expect((await api.post('/letters', letterBody({ document: base64(Buffer.from('%PDF')) }), headers)).status).toBe(
        422,
      );
      expect((await api.post('/letters', letterBody(), headers)).status).toBe(201);
    });
  });

  describe('pages, sheets and price', () => {
    const list = prices.pay_as_you_go;

    test.each<[number, boolean, 'first_page' | 'extra_page', number, number]>([
      // pages, double-sided, placement → sheets, of which charged as additional
      [1, false, 'first_page', 1, 0],
      [1, false, 'extra_page', 1, 0],
      [1, true, 'first_page', 1, 0],
      [1, true, 'extra_page', 1, 0],
      [2, false, 'first_page', 2, 1],
      [2, true, 'first_page', 1, 0],
      [2, true, 'extra_page', 2, 0],
      [3, true, 'first_page', 2, 1],
      [3, true, 'extra_page', 2, 1],
      [6, false, 'first_page', 6, 5],
      [6, false, 'extra_page', 6, 5],
      [10, true, 'extra_page', 6, 4],
      [11, true, 'extra_page', 6, 5],
      [12, true, 'first_page', 6, 5],
    ])(
      '%i pages, double-sided %s, address on %s: %i sheets, %i of them additional',
      async (pages, double_sided, address_placement, sheets, additional) => {
        const document = base64(blankPdf(pages));
        const letter = await create({ document, double_sided, address_placement });
        expect(letter).toMatchObject({
          pages,
          sheets,
          price: { total: list.base + additional * list.additional_sheets },
        });
        const items = letter.price.items.map(({ type, quantity }: { type: string; quantity: number }) => [
          type,
          quantity,
        ]);
        expect(items).toEqual([['base', 1], ...(additional > 0 ? [['additional_sheets', additional]] : [])]);
      },
    );

    test('color counts printed sides, and each service has its line', async () => {
      const { price } = await create({
        document: base64(blankPdf(3)),
        color: true,
        double_sided: true,
        postal_services: ['registered', 'return_receipt', 'restricted_delivery'],
      });
      const line = (type: keyof typeof list, quantity = 1) => ({
        type,
        quantity,
        unit_amount: list[type],
        amount: quantity * list[type],
      });
      const items = [
        line('base'),
        line('additional_sheets'),
        line('color', 3),
        line('registered'),
        line('return_receipt'),
        line('restricted_delivery'),
      ];
      expect(price).toEqual({ currency: 'BRL', total: items.reduce((sum, { amount }) => sum + amount, 0), items });
    });

    test.each(Object.entries(prices))('depends on the plan: %s', async (plan, { base }) => {
      const { api } = await openCustomer({ plan });
      expect((await api.post('/letters', letterBody())).body.price.total).toBe(base);
    });

    test('does not depend on the destination', async () => {
      const totals = await Promise.all(
        ['05010-000', '20040-002', '40301-110'].map(
          async (postal_code) => (await create({ to: { ...recipient, postal_code } })).price.total,
        ),
      );
      expect(new Set(totals)).toEqual(new Set([list.base]));
    });
  });

  describe('addresses', () => {
    const to = async (fields: Record<string, unknown>) => (await create({ to: { ...recipient, ...fields } })).to;

    test.each(['05010000', '05010-000'])('postal code %s', async (postal_code) => {
      expect(await to({ postal_code })).toMatchObject({ postal_code: '05010-000' });
    });

    test('a postal code of a whole city, with street and neighborhood sent', async () => {
      const sent = { postal_code: '18150-000', street: 'Rua das Palmeiras', neighborhood: 'Centro' };
      expect(await to(sent)).toMatchObject({ ...sent, city: 'Ibiúna', state: 'SP' });
    });

    test('city and state that differ only in accents and case', async () => {
      expect(await to({ city: 'SAO PAULO', state: 'sp' })).toMatchObject({ city: 'São Paulo', state: 'SP' });
    });

    test('texts in NFC, without surrounding spaces', async () => {
      const sent = { name: ' Jose\u0301 ', complement: '  ' };
      expect(await to(sent)).toMatchObject({ name: 'José', complement: null });
    });

    test('the longest texts', async () => {
      const longest = {
        name: 'N'.repeat(100),
        street: 'S'.repeat(150),
        number: '1'.repeat(20),
        complement: 'C'.repeat(60),
        neighborhood: 'B'.repeat(80),
      };
      expect(await to(longest)).toMatchObject(longest);
    });
  });

  describe('documents', () => {
    test('base64 with variables returns them, numbers as numbers', async () => {
      const variables = { nome: 'Ana', contrato: 12.5, valor: '', fim: 0, a_1: '1', exato: Number.MAX_SAFE_INTEGER };
      const document = base64(wordsPdf('{{nome}}', '{{contrato}}', '{{valor}}{{fim}}', '{{a_1}}', '{{exato}}'), {
        variables,
      });
      expect((await create({ document })).document).toEqual({ type: 'base64', variables });
    });

    test('variables and metadata may have the names of object prototypes', async () => {
      const names = { constructor: 'a', toString: 'b', toJSON: 'c', hasOwnProperty: 'd' };
      const document = base64(wordsPdf(...Object.keys(names).map((name) => `{{${name}}}`)), { variables: names });
      const letter = await create({ document, metadata: names });
      expect([letter.document.variables, letter.metadata]).toEqual([names, names]);
      expect((await customer().api.get('/letters')).body.data).toMatchObject([{ id: letter.id, metadata: names }]);
    });

    test('no variables: markers are printed unchanged', async () => {
      expect((await create({ document: base64(wordsPdf('{{nome}}')) })).document.variables).toBeNull();
    });

    test('empty variables and no markers', async () => {
      const document = base64(scannedPdf, { variables: {} });
      expect((await create({ document })).document.variables).toEqual({});
    });

    test('ink in the address area, with the address on a separate page', async () => {
      expect(await create({ document: base64(inkInAddressArea), address_placement: 'extra_page' })).toMatchObject({
        pages: 1,
        sheets: 1,
      });
    });

    test('exactly 3 MB in base64', async () => {
      const pdf = blankPdf(1, 3 * 1024 * 1024);
      expect(pdf.length).toBe(3_145_728);
      expect(await create({ document: base64(pdf) })).toMatchObject({ pages: 1 });
    });

    test.each(['encrypted-owner-aes256', 'encrypted-owner-rc4-40', 'encrypted-object-streams'])(
      'protected only against changes (%s)',
      async (name) => {
        expect((await create({ document: base64(pdfFixture(name)) })).pages).toBe(1);
      },
    );

    test('an upload is used once, by its letter, and shows its filename', async () => {
      const { api } = customer();
      const pdf = blankPdf();
      const { body: upload } = await api.post('/uploads', uploadBody({ filename: 'Carta nº 1.pdf', size: pdf.length }));
      const put = await fetch(upload.upload_url, {
        method: 'PUT',
        body: Uint8Array.from(pdf),
        headers: { 'content-type': 'application/pdf' },
      });
      expect(put.status).toBe(200);
      const document = { type: 'upload', upload_id: upload.id };
      // A rejected creation does not use it.
      expect((await api.post('/letters', { to: recipient, document, color: 'x' })).status).toBe(422);
      expect((await create({ document })).document).toEqual({ type: 'upload', filename: 'Carta nº 1.pdf' });
      const again = await api.post('/letters', { to: recipient, document });
      expect(again.body.error.details).toMatchObject([{ param: 'document.upload_id', code: 'upload_already_used' }]);
    });

    test('an upload used for several letters at once creates one of them', async () => {
      const { api } = customer();
      const pdf = blankPdf();
      const { body: upload } = await api.post('/uploads', uploadBody({ size: pdf.length }));
      await fetch(upload.upload_url, {
        method: 'PUT',
        body: Uint8Array.from(pdf),
        headers: { 'content-type': 'application/pdf' },
      });
      const document = { type: 'upload', upload_id: upload.id };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => api.post('/letters', { to: recipient, document })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      expect((await api.get('/balance')).body.amount).toBe(100_000 - 690);
    });
  });

  describe('limits at their edge', () => {
    test.each<[string, Record<string, unknown>]>([
      ['a reference of 100 characters', { reference: 'ã'.repeat(100) }],
      ['a reference of 100 characters of two halves each', { reference: '📮'.repeat(100) }],
      ['an empty reference', { reference: '' }],
      [
        '20 keys of metadata',
        { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`chave_${i}`, `${i}`])) },
      ],
      ['a key of 40 characters of two halves each', { metadata: { ['📮'.repeat(40)]: '' } }],
      ['a key of 40 characters and a value of 500', { metadata: { ['k'.repeat(40)]: '📮'.repeat(500) } }],
      ['control characters in a value of metadata', { metadata: { a: 'linha 1\nlinha 2\u0000\u2028' } }],
      ['no services', { postal_services: [] }],
    ])('%s', async (_, fields) => {
      expect(await create(fields)).toMatchObject(fields);
    });

    test('100 variables, names of 60 characters, values of 500', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `v${index}`.padEnd(index === 0 ? 60 : 0, '_'));
      const pages = wordsPdf(...names.map((name) => `{{${name}}}`));
      const variables = Object.fromEntries(names.map((name) => [name, name === names[0] ? 'x'.repeat(500) : 'x']));
      expect((await create({ document: base64(pages, { variables }) })).document.variables).toEqual(variables);
    });

    test('a body of 4,500,000 bytes', async () => {
      const { api } = customer();
      const text = JSON.stringify(letterBody());
      const padded = text + ' '.repeat(4_500_000 - Buffer.byteLength(text));
      expect((await api.post('/letters', padded)).status).toBe(201);
    });
  });

  test('the stored state that these tests compare covers everything kept of an account', async () => {
    const { id, api } = customer();
    const { control } = useService();
    await api.post('/letters', letterBody({ reference: 'a' }), { 'idempotency-key': 'key' });
    await api.post('/uploads', uploadBody());
    await control.post(`/accounts/${id}/webhooks`, { url: 'http://127.0.0.1:1/', events: ['letter.canceled'] });
    const kinds = new Set((await storedFor(id)).items.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'account',
      'api_key_count',
      'balance',
      'event',
      'idempotency_record',
      'ledger_entry',
      'letter',
      'upload',
      'webhook_endpoint',
      'webhook_endpoint_count',
    ]);
    expect(await straysOf(id)).toEqual([]);
  });

  test('a new letter appears in every list that it belongs to', async () => {
    const letter = await create({ reference: 'a' });
    const { api } = customer();
    for (const query of ['', '?status=received', '?reference=a', '?reference=a&status=received']) {
      expect((await api.get(`/letters${query}`)).body.data).toMatchObject([{ id: letter.id }]);
    }
  });
});
