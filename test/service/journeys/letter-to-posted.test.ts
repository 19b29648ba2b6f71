import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { ApiClient, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { letterBody, pdfFixture } from '../../support/letters.ts';
import { testWith, useTarget } from '../../support/target.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';

const target = useTarget();

const STEPS = ['letter.received', 'letter.in_production', 'letter.printed', 'letter.posted'];
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);

/** Takes a letter from POST to posted. */
async function postLetter({ api, control }: { api: ApiClient; control: Control }, body: object) {
  const created = await api.post('/letters', body);
  expect(created.status).toBe(201);
  const letter = created.body;
  const { batches } = await control.post('/production/batches');
  expect(batches.flatMap((batch: { mailings: string[] }) => batch.mailings)).toContain(letter.id);
  const reported = (report: object) =>
    control.post('/production/reports', JSON.stringify({ id: letter.id, at: letter.created_at, ...report }));
  expect((await reported({ status: 'printed' })).results).toMatchObject([{ result: 'applied' }]);
  const tracking_code = newTrackingCode();
  expect((await reported({ status: 'posted', tracking_code })).results).toMatchObject([{ result: 'applied' }]);
  const { data: events } = await eventually(
    async () => (await api.get(`/events?object_id=${letter.id}`)).body,
    ({ data }) => data.length === STEPS.length,
  );
  return { letter, events, tracking_code };
}

describe.each([
  ['LibreOffice', 'libreoffice-letter-2'],
  ['Chromium', 'chromium-letter-2'],
])('a letter made by %s', (_, pdf) => {
  test('goes from POST to posted, with the instant and event of each step, and its charges in order', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { letter, events, tracking_code } = await postLetter(
      { api, control },
      letterBody({ postal_services: ['registered'], reference: 'contrato 7' }, pdf),
    );
    expect(letter).toMatchObject({ object: 'letter', status: 'received', pages: 2, sheets: 2, tracking_code: null });
    expect(typesOf(letter.price.items)).toEqual(['base', 'additional_sheets', 'registered']);
    expect(typesOf(events).reverse()).toEqual(STEPS);

    const { body: posted } = await api.get(`/letters/${letter.id}`);
    expect(posted).toMatchObject({ status: 'posted', tracking_code });
    for (const step of ['received_at', 'in_production_at', 'printed_at', 'posted_at']) {
      expect(posted.status_transitions[step]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
    expect((await api.get('/balance')).body.amount).toBe(100_000 - letter.price.total);
    expect((await control.get('/ledger/audit')).differences).toEqual([]);
  });
});

testWith('webhooks')('a letter on its way to posted sends a verified webhook at every step', async () => {
  const { baseUrl, control } = target();
  const { id: accountId, api } = await control.openAccount(baseUrl);
  const url = `${control.url}/inbox`;
  const { secret } = await control.post(`/accounts/${accountId}/webhooks`, { url, events: ['*'] });
  const { letter, events } = await postLetter({ api, control }, letterBody({ postal_services: ['registered'] }));

  const deliveries = await eventually(
    async () => (await control.get('/inbox')).data.filter(({ body }: { body: string }) => body.includes(letter.id)),
    ({ length }) => length >= STEPS.length,
  );
  // The independent verifier: it throws unless signature and timestamp are right.
  const verified = deliveries.map(({ body, headers }: { body: string; headers: Record<string, string> }) =>
    new Webhook(secret).verify(body, headers),
  );
  expect(typesOf(verified).sort()).toEqual([...STEPS].sort());
  expect(verified).toEqual(expect.arrayContaining(events));
});

describe('the preview', () => {
  test('is rejected if the link is changed', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody());
    expect((await fetch(letter.preview_url)).status).toBe(200);
    expect((await fetch(letter.preview_url.replace(letter.id, 'ltr_other'))).status).toBe(403);
  });

  testWith('clock')('is rejected when the hour of the link is over, and then has a new one', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody());
    await control.advance(3601);
    expect((await fetch(letter.preview_url)).status).toBe(403);
    expect((await fetch((await api.get(`/letters/${letter.id}`)).body.preview_url)).status).toBe(200);
  });

  testWith('clock')('is null 90 days after creation', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody());
    await control.advance(90 * 86_400 - 60);
    expect((await api.get(`/letters/${letter.id}`)).body.preview_url).toEqual(expect.any(String));
    await control.advance(61);
    expect((await api.get(`/letters/${letter.id}`)).body.preview_url).toBeNull();
  });
});

describe('an upload', () => {
  test('is sent to its signed URL and becomes a letter once', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const pdf = pdfFixture('chromium-letter-1');
    const { body: upload } = await api.post('/uploads', { filename: 'carta.pdf', size: pdf.length });
    const document = { type: 'upload', upload_id: upload.id };

    const early = await api.post('/letters', letterBody({ document }));
    expect(early.body.error.details).toMatchObject([{ param: 'document.upload_id', code: 'upload_file_missing' }]);

    const put = (body: Buffer, type = 'application/pdf') =>
      fetch(upload.upload_url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } });
    expect((await put(pdf, 'text/plain')).status).toBe(403);
    expect((await put(Buffer.concat([pdf, pdf]))).status).toBe(403);
    expect((await put(pdf)).status).toBe(200);

    const created = await api.post('/letters', letterBody({ document }));
    expect(created.body).toMatchObject({ status: 'received', document: { type: 'upload', filename: 'carta.pdf' } });
    const again = await api.post('/letters', letterBody({ document }));
    expect(again.body.error.details).toMatchObject([{ param: 'document.upload_id', code: 'upload_already_used' }]);
  });

  testWith('clock')('expires: the URL after two hours, the upload after a day', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const pdf = pdfFixture('chromium-letter-1');
    const { body: upload } = await api.post('/uploads', { filename: 'carta.pdf', size: pdf.length });
    await control.advance(2 * 3600 + 1);
    const late = await fetch(upload.upload_url, {
      method: 'PUT',
      body: new Uint8Array(pdf),
      headers: { 'content-type': 'application/pdf' },
    });
    expect(late.status).toBe(403);
    await control.advance(22 * 3600);
    const refused = await api.post('/letters', letterBody({ document: { type: 'upload', upload_id: upload.id } }));
    expect(refused.body.error.details).toMatchObject([{ code: 'upload_expired' }]);
  });
});
