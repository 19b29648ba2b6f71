import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const signer = new S3Client({ region: 'sa-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'y' } });
const links = openPreviewLinks('bucket', () => NOW, signer);
const preview = {
  file: { key: 'letters/1.pdf', sha256: '', size: 1 },
  filename: 'ltr_1.pdf',
  available_until: NOW + 1,
};

test('the signature of a link forbids browsers to keep the preview', async () => {
  const link = new URL((await links.link(preview))!);
  expect(link.searchParams.get('response-cache-control')).toBe('private, no-store');
});

test('there is no link to a preview that has expired', async () => {
  expect(await links.link({ ...preview, available_until: NOW })).toBeNull();
});
