import type { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';

const PAGE = 1000;

test('every version of a file and every deletion marker are removed, over any number of list pages', async () => {
  const key = 'letters/91-days/acc_1/ltr_1.pdf';
  const kept = new Map(Array.from({ length: 2 * PAGE + 1 }, (_, index) => [`v${index}`, index % 2 === 0]));
  const send = async ({ input }: { input: { Prefix?: string; Key?: string; VersionId?: string } }) => {
    if (input.VersionId !== undefined) return kept.delete(input.VersionId);
    if (!key.startsWith(input.Prefix!)) return {};
    const page = [...kept].slice(0, PAGE);
    const those = (isMark: boolean) =>
      page.filter(([, mark]) => mark === isMark).map(([VersionId]) => ({ Key: key, VersionId }));
    return { Versions: those(false), DeleteMarkers: those(true), IsTruncated: kept.size > PAGE };
  };
  const files = openPrintFiles('documents', Date.now, { send } as unknown as S3Client);
  await files.removeAllOf({ id: 'ltr_1', account_id: 'acc_1' });
  expect(kept.size).toBe(0);
});

test('a late file does not replace the one that another call committed', async () => {
  const stored = new Map<string, Uint8Array>();
  const send = async ({ input }: { input: { Key: string; Body: Uint8Array } }) => stored.set(input.Key, input.Body);
  const files = openPrintFiles('documents', Date.now, { send } as unknown as S3Client);
  const mailing = { id: 'ltr_1', account_id: 'acc_1', created_at: Date.now() };
  const committed = await files.store(mailing, Buffer.from('second call'));
  await files.store(mailing, Buffer.from('first call, taken over'));
  expect(stored.get(committed.key)?.toString()).toBe('second call');
});
