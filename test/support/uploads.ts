import type { ApiClient } from './api.ts';
import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';
import { pdfFixture } from './letters.ts';

/** The body of a POST /uploads. */
export const uploadBody = (fields: Record<string, unknown> = {}) => ({ filename: 'carta.pdf', size: 1000, ...fields });

const upload = (fields?: Record<string, unknown>): Example => ({
  method: 'POST',
  path: '/uploads',
  body: uploadBody(fields),
});

export const uploadRequests: Served = async () => ({ example: upload(), other: upload({ size: 1001 }) });

/** Uploads a one-page letter in two steps, like a customer. @returns its document for a POST /letters */
export async function uploadedDocument(api: ApiClient, filename = 'carta.pdf') {
  const bytes = pdfFixture('libreoffice-letter-1');
  const { body } = await api.post('/uploads', uploadBody({ filename, size: bytes.byteLength }));
  const headers = { 'content-type': 'application/pdf' };
  await fetch(body.upload_url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  return { type: 'upload', upload_id: body.id as string };
}
