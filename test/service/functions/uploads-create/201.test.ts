import { describe, expect, test } from '@jest/globals';
import { describeReplays } from '../../../support/every-post.ts';
import { storedFor } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { uploadBody, uploadRequests } from '../../../support/uploads.ts';

describeReplays('POST /uploads', 201, uploadRequests);

describe('POST /uploads', () => {
  const customer = useCustomer({ balance: 0 });
  const create = async (fields?: Record<string, unknown>) => {
    const answer = await customer().api.post('/uploads', uploadBody(fields));
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

  test('returns a URL that works for two hours, for an upload that can be used for a day', async () => {
    const upload = await create();
    expect(upload).toMatchObject({ filename: 'carta.pdf', size: 1000 });
    expect(seconds(upload.created_at, upload.upload_url_expires_at)).toBe(7_200);
    expect(seconds(upload.created_at, upload.expires_at)).toBe(86_400);
    expect(new URL(upload.upload_url).searchParams.get('X-Amz-Expires')).toBe('7200');
  });

  test.each([
    ['the smallest', { size: 1 }],
    ['the largest', { size: 10_485_760 }],
    ['a name of one character', { filename: 'a' }],
    ['a name of 255 characters', { filename: `${'ã'.repeat(251)}.pdf` }],
    ['a name of 255 characters of two halves each', { filename: '📄'.repeat(255) }],
    ['a name without .pdf that is not a file name', { filename: '../../etc/passwd "quoted" \\ ' }],
    ['a size written as a float', { size: 1000.0 }],
  ])('accepts %s', async (_, fields) => {
    expect(await create(fields)).toMatchObject(fields);
  });

  test('accepts only the declared bytes, as application/pdf, without Authorization', async () => {
    const { upload_url } = await create({ size: 4 });
    const put = (body: string, type = 'application/pdf') =>
      fetch(upload_url, { method: 'PUT', body, headers: { 'content-type': type } });
    expect((await put('%PDF', 'application/octet-stream')).status).toBe(403);
    expect((await put('%PDF-')).status).toBe(403);
    expect((await put('%PD')).status).toBe(403);
    expect((await storedFor(customer().id)).files).toEqual([]);
    expect((await put('%PDF')).status).toBe(200);
    expect((await storedFor(customer().id)).files).toHaveLength(1);
  });

  test('shows the secret URL only in this response, stores no secret, and is free of charge', async () => {
    const { upload_url } = await create();
    const { items } = await storedFor(customer().id);
    const signature = new URL(upload_url).searchParams.get('X-Amz-Signature')!;
    expect(JSON.stringify(items)).not.toContain(signature);
    expect((await customer().api.get('/balance')).body.amount).toBe(0);
    expect((await customer().api.get('/events')).body.data).toEqual([]);
  });

  test('creates another upload for the same request without a key', async () => {
    const ids = [(await create()).id, (await create()).id];
    expect(new Set(ids).size).toBe(2);
  });

  test('a rejection releases the key', async () => {
    const { api } = customer();
    const headers = { 'idempotency-key': 'key' };
    expect((await api.post('/uploads', uploadBody({ size: 0 }), headers)).status).toBe(422);
    expect((await api.post('/uploads', '{', headers)).status).toBe(400);
    expect((await api.post('/uploads', uploadBody(), headers)).status).toBe(201);
  });
});
