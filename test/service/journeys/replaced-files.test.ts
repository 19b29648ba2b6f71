import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { signedIn } from '../../support/dashboard.ts';
import { storedFor } from '../../support/internals.ts';
import { batchIn } from '../../support/letter-batches.ts';
import { base64, dateIn, recipient } from '../../support/letters.ts';
import { blankPdf, wordsPdf } from '../../support/pdfs.ts';
import { type Moment, momentsOf, type Pinned } from '../../support/pinned-files.ts';
import { openCustomer, useService } from '../../support/service.ts';
import { testWith } from '../../support/target.ts';

/**
 * What was confirmed is what is printed (docs/decisions/pinned-files.md): each file is replaced at each moment between a
 * read and the next one. The table of the tests is test/support/pinned-files.ts.
 */

const [right, wrong] = [wordsPdf('2026 {{code}}'), wordsPdf('1999 {{code}}')];

async function upload() {
  expect(wrong.byteLength).toBe(right.byteLength);
  const { id, api } = await openCustomer();
  const { body } = await api.post('/uploads', { filename: 'carta.pdf', size: right.byteLength });
  const put = async (pdf: Uint8Array) => {
    const headers = { 'content-type': 'application/pdf' };
    expect((await fetch(body.upload_url, { method: 'PUT', headers, body: new Uint8Array(pdf) })).status).toBe(200);
  };
  await put(right);
  const document = { type: 'upload', upload_id: body.id };
  return {
    id,
    api,
    put,
    order: { to: recipient, document },
    verification: { to: recipient, document, method: 'code' },
  };
}

type Uploaded = Awaited<ReturnType<typeof upload>>;

const keyOf = (link: string) => decodeURIComponent(new URL(link).pathname).split('/').slice(2).join('/');

/** Puts something else in the place of an object, as somebody who may write the bucket. */
async function replace(key: string, Body: Uint8Array | string = blankPdf(), bucket = 'DocumentsBucket') {
  const { awsEndpoint, outputs } = useService();
  const s3 = new S3Client({
    endpoint: awsEndpoint,
    region: 'sa-east-1',
    credentials: { accessKeyId: 'contracts', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
    forcePathStyle: true,
  });
  const place = { Bucket: outputs[bucket]!, Key: key };
  const { Body: stored } = await s3.send(new GetObjectCommand(place));
  const before = await stored!.transformToByteArray();
  await s3.send(new PutObjectCommand({ ...place, Body }));
  s3.destroy();
  return before;
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

type Case = () => Promise<void>;

const uploads: Record<Moment<'upload'>, Case> = {
  'its quote and another quote': () => refusedByUse(({ api, order }) => api.post('/letters/quote', order)),
  'its quote and a quote of a verification': () =>
    refusedByUse(({ api, verification }) => api.post('/verifications/quote', verification)),
  'its quote and a letter': () => refusedByUse(({ api, order }) => api.post('/letters', order)),
  'its quote and a verification': () =>
    refusedByUse(({ api, verification }) => api.post('/verifications', verification)),

  'its quote and the edit of a letter': async () => {
    const own = await upload();
    const first = await own.api.post('/letters', {
      to: recipient,
      document: base64(wordsPdf('Ana')),
      send_date: dateIn(7),
    });
    expect((await own.api.post('/letters/quote', own.order)).status).toBe(200);
    await own.put(wrong);
    const editor = await signedIn(own.id, 'sender');
    const path = `/accounts/${own.id}/letters/${first.body.id}`;
    const refused = await editor.ask('PATCH', path, { document: own.order.document });
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      [{ param: 'document.upload_id', code: 'upload_file_changed' }],
    ]);
    expect((await own.api.get(`/letters/${first.body.id}`)).body.document).toEqual(first.body.document);
  },

  'its quote and the dry run of a letter batch': async () => {
    const own = await upload();
    expect((await own.api.post('/letters/quote', own.order)).status).toBe(200);
    const rows = Buffer.from(JSON.stringify({ to: recipient, document: { variables: { code: '1' } } }));
    const documents = [{ name: 'carta', upload_id: own.order.document.upload_id }];
    const { body } = await own.api.post('/letter-batches', { filename: 'a.jsonl', size: rows.length, documents });
    const headers = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };
    expect((await fetch(body.rows_url, { method: 'PUT', headers, body: Uint8Array.from(rows) })).status).toBe(200);
    await own.put(wrong);
    const path = `/letter-batches/${body.id}`;
    await own.api.post(`${path}/quote`);
    expect(await batchIn(own.api, path, 'failed')).toMatchObject({
      quote: null,
      problems: [{ param: 'documents[0].upload_id', code: 'upload_file_changed' }],
    });
  },

  'the creation of a letter and its print file': async () => {
    const own = await upload();
    const { body: letter } = await own.api.post('/letters', own.order);
    const before = await bytesAt(letter.preview_url);
    await own.put(wrong);
    const { body: later } = await own.api.get(`/letters/${letter.id}`);
    expect(await bytesAt(later.preview_url)).toEqual(before);
    expect((await own.api.post('/letters', own.order)).body.error.details).toMatchObject([
      { code: 'upload_already_used' },
    ]);
  },
};

type Answer = Promise<{ status: number; body: { error: { details: unknown } } }>;

/** Nothing is stored or charged, and the quoted file still works. */
async function refusedByUse(use: (own: Uploaded) => Answer): Promise<void> {
  const own = await upload();
  expect((await own.api.post('/letters/quote', own.order)).status).toBe(200);
  await own.put(wrong);
  const before = await storedFor(own.id);
  const refused = await use(own);
  expect([refused.status, refused.body.error.details]).toMatchObject([
    422,
    [{ param: 'document.upload_id', code: 'upload_file_changed' }],
  ]);
  expect(await storedFor(own.id)).toEqual(before);
  await own.put(right);
  expect((await own.api.post('/letters', own.order)).status).toBe(201);
}

const quotePreviews: Record<Moment<'quotePreview'>, Case> = {
  'its quote and the next quote': async () => {
    const { quote, replaced } = await replacedPreview();
    const again = await quote();
    const bytes = await bytesAt(again);
    expect([bytes.subarray(0, 5).toString(), bytes.equals(replaced)]).toEqual(['%PDF-', false]);
  },
  'its quote and the order': async () => {
    const { api, order, replaced } = await replacedPreview();
    const { status, body } = await api.post('/verifications', order);
    expect(status).toBe(201);
    const bytes = await bytesAt(body.preview_url);
    expect([bytes.subarray(0, 5).toString(), bytes.equals(replaced)]).toEqual(['%PDF-', false]);
  },
};

async function replacedPreview() {
  const { api } = await openCustomer();
  const order = { to: recipient, method: 'code' };
  const quote = async () => (await api.post('/verifications/quote', order)).body.preview_url as string;
  const link = await quote();
  await replace(keyOf(link));
  return { api, order, quote, replaced: await bytesAt(link) };
}

const printFiles: Record<Moment<'printFile'>, Case> = {
  'the creation and the print batch': async () => {
    const { api, letter } = await replacedLetter({});
    await useService().control.post('/production/batches');
    const { body } = await api.get(`/letters/${letter.id}`);
    expect(body).toMatchObject({ status: 'failed', failure_reason: 'unprintable_document' });
    expect((await api.get('/balance')).body.amount).toBe(100_000);
  },
  'the creation and an edit': async () => {
    const { id, api, letter } = await replacedLetter({ send_date: dateIn(7) });
    const editor = await signedIn(id, 'sender');
    const edited = await editor.ask('PATCH', `/accounts/${id}/letters/${letter.id}`, { double_sided: true });
    expect([edited.status, edited.body.error.code]).toEqual([500, 'internal_error']);
    expect((await api.get(`/letters/${letter.id}`)).body).toMatchObject({ double_sided: false, status: 'scheduled' });
  },
  'the creation and the document that is shown for an edit': async () => {
    const { id, letter } = await replacedLetter({ send_date: dateIn(7) });
    const editor = await signedIn(id, 'sender');
    const shown = await editor.ask('GET', `/accounts/${id}/letters/${letter.id}/document`);
    expect([shown.status, shown.body.error.code]).toEqual([500, 'internal_error']);
  },
};

async function replacedLetter(more: object) {
  const { id, api } = await openCustomer();
  const order = { to: recipient, document: base64(wordsPdf('Ana')), ...more };
  const { status, body: letter } = await api.post('/letters', order);
  expect(status).toBe(201);
  await replace(keyOf(letter.preview_url));
  return { id, api, letter };
}

const manifests: Record<Moment<'manifest'>, Case> = {
  'the print batch and the evidence of a letter': async () => {
    const { control } = useService();
    const { api } = await openCustomer();
    const { body: letter } = await api.post('/letters', { to: recipient, document: base64(wordsPdf('Ana')) });
    const { batches } = await control.post('/production/batches');
    const { id } = batches.find(({ mailings }: { mailings: string[] }) => mailings.includes(letter.id));
    const key = `outbox/${id}/manifest.jsonl`;
    const before = await replace(key, '', 'ProductionBucket');
    const forged = Buffer.from(before)
      .toString()
      .replaceAll(/"sha256":"[0-9a-f]{8}/g, '"sha256":"00000000');
    await replace(key, forged, 'ProductionBucket');
    const report = { id: letter.id, at: letter.created_at, status: 'posted' };
    await control.post('/production/reports', JSON.stringify(report));
    const path = `/letters/${letter.id}`;
    expect((await api.get(path)).body.status).toBe('posted');
    const refused = await api.get(`${path}/evidence`);
    expect([refused.status, refused.body.error.code]).toEqual([500, 'internal_error']);
    await replace(key, before, 'ProductionBucket');
    const { statement } = (await api.get(`${path}/evidence`)).body;
    expect(JSON.parse(statement.production.manifest_line).sha256).toBe(statement.letter.printed_sha256);
  },
};

describe('the upload of a customer that is replaced', () => {
  testEach('upload', uploads);

  test('before its first quote is quoted and sent as it is then, and a refused quote pins nothing', async () => {
    const own = await upload();
    const elsewhere = { ...own.order, to: { ...recipient, postal_code: '00000-000' } };
    expect((await own.api.post('/letters/quote', elsewhere)).status).toBe(422);
    await own.put(wrong);
    expect((await own.api.post('/letters/quote', own.order)).status).toBe(200);
    expect((await own.api.post('/letters', own.order)).status).toBe(201);
  });

  test('by concurrent quotes: one file is pinned for all of them', async () => {
    const own = await upload();
    const quotes = Array.from({ length: 6 }, () => own.api.post('/letters/quote', own.order));
    await own.put(wrong);
    const statuses = (await Promise.all(quotes)).map(({ status }) => status);
    expect(statuses).toContain(200);
    const accepted = [];
    for (const pdf of [right, wrong]) {
      await own.put(pdf);
      accepted.push((await own.api.post('/letters/quote', own.order)).status);
    }
    expect(accepted.sort()).toEqual([200, 422]);
  });
});

describe('the preview of a quote that is replaced', () => testEach('quotePreview', quotePreviews));
describe('the print file of a letter that is replaced', () => testEach('printFile', printFiles));
describe('the manifest of a print batch that is replaced', () => testEach('manifest', manifests));

/** A test of each moment; those of people need the dashboard. */
function testEach<File extends Pinned>(file: File, cases: Record<Moment<File>, Case>): void {
  for (const moment of momentsOf(file)) {
    const needed = /\bedit\b/.test(moment) ? testWith('dashboard') : test;
    needed(`between ${moment} changes nothing, or is refused`, () => cases[moment]());
  }
}
