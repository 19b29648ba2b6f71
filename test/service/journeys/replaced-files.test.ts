import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { signedIn } from '../../support/dashboard.ts';
import { storedFor } from '../../support/internals.ts';
import { base64, dateIn, recipient } from '../../support/letters.ts';
import { blankPdf, wordsPdf } from '../../support/pdfs.ts';
import { openCustomer, useService } from '../../support/service.ts';
import { testWith } from '../../support/target.ts';

/**
 * What was confirmed is what is printed (docs/decisions/pinned-files.md): each file is replaced at each moment between a
 * read and the next one. Letters from a spreadsheet: test/modules/mail-merges/slices.test.ts; print files and reports at the
 * print house: test/modules/production.
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

/** Puts another PDF in the place of a print file or a preview, as somebody who may write the bucket. */
async function replace(key: string): Promise<void> {
  const { awsEndpoint, outputs } = useService();
  const s3 = new S3Client({
    endpoint: awsEndpoint,
    region: 'sa-east-1',
    credentials: { accessKeyId: 'contracts', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
    forcePathStyle: true,
  });
  await s3.send(new PutObjectCommand({ Bucket: outputs.DocumentsBucket, Key: key, Body: blankPdf() }));
  s3.destroy();
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('the upload of a customer that is replaced', () => {
  const uses: [string, (own: Uploaded) => Promise<{ status: number; body: { error: { details: unknown } } }>][] = [
    ['another quote', ({ api, order }) => api.post('/letters/quote', order)],
    ['a quote of a verification', ({ api, verification }) => api.post('/verifications/quote', verification)],
    ['a letter', ({ api, order }) => api.post('/letters', order)],
    ['a verification', ({ api, verification }) => api.post('/verifications', verification)],
  ];

  test.each(uses)('between its quote and %s is refused, and nothing is stored or charged', async (_, use) => {
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
  });

  testWith('dashboard')('between its quote and the edit of a letter is refused', async () => {
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
  });

  test('before its first quote is quoted and sent as it is then, and a refused quote pins nothing', async () => {
    const own = await upload();
    const elsewhere = { ...own.order, to: { ...recipient, postal_code: '00000-000' } };
    expect((await own.api.post('/letters/quote', elsewhere)).status).toBe(422);
    await own.put(wrong);
    expect((await own.api.post('/letters/quote', own.order)).status).toBe(200);
    expect((await own.api.post('/letters', own.order)).status).toBe(201);
  });

  test('after the creation has no effect', async () => {
    const own = await upload();
    const { body: letter } = await own.api.post('/letters', own.order);
    const before = await bytesAt(letter.preview_url);
    await own.put(wrong);
    const { body: later } = await own.api.get(`/letters/${letter.id}`);
    expect(await bytesAt(later.preview_url)).toEqual(before);
    expect((await own.api.post('/letters', own.order)).body.error.details).toMatchObject([
      { code: 'upload_already_used' },
    ]);
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

test('the preview of a quote that is replaced changes neither the next quote nor what is sent', async () => {
  const { api } = await openCustomer();
  const verification = { to: recipient, method: 'code' };
  const quote = async () => (await api.post('/verifications/quote', verification)).body.preview_url as string;
  const link = await quote();
  await replace(keyOf(link));
  const replaced = await bytesAt(link);
  const again = await quote();
  expect(keyOf(again)).not.toBe(keyOf(link));
  const { status, body } = await api.post('/verifications', verification);
  expect(status).toBe(201);
  for (const shown of [again, body.preview_url as string]) {
    const bytes = await bytesAt(shown);
    expect([bytes.subarray(0, 5).toString(), bytes.equals(replaced)]).toEqual(['%PDF-', false]);
  }
});

testWith('dashboard')('the print file of a letter that is replaced is not edited into a new one', async () => {
  const { id, api } = await openCustomer();
  const { body: letter } = await api.post('/letters', {
    to: recipient,
    document: base64(wordsPdf('Ana')),
    send_date: dateIn(7),
  });
  await replace(keyOf(letter.preview_url));
  const editor = await signedIn(id, 'sender');
  const edited = await editor.ask('PATCH', `/accounts/${id}/letters/${letter.id}`, { double_sided: true });
  expect([edited.status, edited.body.error.code]).toEqual([500, 'internal_error']);
  expect((await api.get(`/letters/${letter.id}`)).body).toMatchObject({ double_sided: false, status: 'scheduled' });
});
