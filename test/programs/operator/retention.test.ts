import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addDays, brasiliaDate } from '../../../lib/core/domain/brasilia.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { uploadedDocument } from '../../support/uploads.ts';
import { operatorOf } from './support/operator.ts';

let service: LocalService;
let control: Control;
let api: ApiClient;
let start: number;

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
  ({ api } = await control.openAccount(service.description.base_url));
  start = Date.parse((await control.get('/clock')).now);
});

afterAll(() => service.stop());

/** Advances the clock to this many days after the beginning of the test. */
const toDay = (day: number) => control.advance(new Date(start + day * 86_400_000).toISOString());

/** The buckets that hold anything of a mailing or upload, as a current or older version. */
async function keptIn(id: string): Promise<string[]> {
  const { aws, outputs } = await control.get('/stack');
  const s3 = new S3Client(aws);
  const found: string[] = [];
  for (const bucket of Object.keys(outputs).filter((name) => name.endsWith('Bucket'))) {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: outputs[bucket] }));
    const own = Versions.filter(({ Key }) => Key!.includes(id));
    if (own.length > 0) found.push(own.some(({ IsLatest }) => IsLatest) ? bucket : `${bucket}, older`);
  }
  s3.destroy();
  return found.sort();
}

const previewOf = async (path: string) => (await api.get(path)).body.preview_url;

test('every file expires on time, its older versions a month later, and its preview with it', async () => {
  const send_date = addDays(brasiliaDate(start), 100);
  const { upload_id: upload } = await uploadedDocument(api);
  const { body: letter } = await api.post('/letters', letterBody());
  const { body: scheduled } = await api.post('/letters', letterBody({ send_date }));
  const verify = { to: letterBody().to, method: 'code' };
  const { body: verification } = await api.post('/verifications', verify);
  const state = async () => ({
    upload: await keptIn(upload),
    letter: await keptIn(letter.id),
    scheduled: await keptIn(scheduled.id),
    verification: await keptIn(verification.id),
  });
  const everything = {
    upload: ['UploadsBucket'],
    letter: ['DocumentsBucket'],
    scheduled: ['DocumentsBucket'],
    verification: ['DocumentsBucket', 'VerificationFilesBucket'],
  };
  expect(await state()).toEqual(everything);

  await toDay(4);
  expect(await state()).toEqual({ ...everything, upload: [] });

  // The file with the code is gone, the copy without it is there.
  await toDay(47);
  const withoutCode = { ...everything, upload: [], verification: ['DocumentsBucket'] };
  expect((await state()).verification).toEqual(withoutCode.verification);

  await toDay(89);
  expect((await fetch(await previewOf(`/letters/${letter.id}`))).status).toBe(200);
  expect((await fetch(await previewOf(`/verifications/${verification.id}`))).status).toBe(200);
  await toDay(90.1);
  expect(await previewOf(`/letters/${letter.id}`)).toBeNull();
  expect(await previewOf(`/verifications/${verification.id}`)).toBeNull();
  await toDay(93);
  const olderOnly = ['DocumentsBucket, older'];
  expect(await state()).toMatchObject({ letter: olderOnly, verification: olderOnly, scheduled: ['DocumentsBucket'] });
  await toDay(125);
  expect(await state()).toMatchObject({ letter: [], verification: [] });

  await toDay(189);
  expect((await fetch(await previewOf(`/letters/${scheduled.id}`))).status).toBe(200);
  await toDay(190.5);
  expect(await previewOf(`/letters/${scheduled.id}`)).toBeNull();
  await toDay(223);
  expect((await state()).scheduled).toEqual(olderOnly);
  await toDay(255);
  expect((await state()).scheduled).toEqual([]);
});

test('a letter moved to a later day keeps its file for that day', async () => {
  start = Date.parse((await control.get('/clock')).now);
  const { body: letter } = await api.post('/letters', letterBody({ send_date: addDays(brasiliaDate(start), 2) }));
  expect(letter.status).toBe('scheduled');
  const { json } = operatorOf(control.url);
  const { account_id } = (await json('find', letter.id))[0];
  await json('letters', 'edit', account_id, letter.id, '--send-date', addDays(brasiliaDate(start), 170));
  await toDay(169);
  expect((await fetch(await previewOf(`/letters/${letter.id}`))).status).toBe(200);
  await toDay(255);
  expect((await fetch(await previewOf(`/letters/${letter.id}`))).status).toBe(200);
});
