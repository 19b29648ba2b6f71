import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { behavior, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html, and its error responses. */

const stage = useStage();
const BODY = '%PDF-';
let used: string[] = [];
let s3: S3Client;
let Bucket: string;

beforeAll(() => {
  // A signed checksum would be that of an empty body.
  s3 = new S3Client({ ...stage().client, requestChecksumCalculation: 'WHEN_REQUIRED' });
  Bucket = stage().outputs.FilesBucket!;
});
// A stack cannot delete a bucket that contains files.
afterEach(async () => {
  for (const Key of used) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  used = [];
});
afterAll(() => s3.destroy());

function freshKey(): string {
  const key = `${randomUUID()}.pdf`;
  used.push(key);
  return key;
}

const signedPut = (Key: string, expiresIn = 900) =>
  getSignedUrl(s3, new PutObjectCommand({ Bucket, Key, ContentType: 'application/pdf', ContentLength: BODY.length }), {
    signableHeaders: new Set(['host', 'content-type', 'content-length']),
    expiresIn,
  });

const put = (url: string, body = BODY, type = 'application/pdf') =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });

async function stored(): Promise<string> {
  const Key = freshKey();
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: BODY, ContentType: 'text/plain' }));
  return Key;
}

const signedGet = (Key: string, more: object = {}, expiresIn = 900) =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn });

async function refusal(response: Response): Promise<[status: number, code: string | undefined]> {
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
}

const mismatch = [403, 'SignatureDoesNotMatch'];

describe('a presigned PUT', () => {
  behavior('stores what it was signed for', async () => {
    const Key = freshKey();
    expect((await put(await signedPut(Key))).status).toBe(200);
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: BODY.length, ContentType: 'application/pdf' });
  });

  behavior('with another type or another length than the signed one does not match, and stores nothing', async () => {
    const Key = freshKey();
    const url = await signedPut(Key);
    expect(await refusal(await put(url, BODY, 'text/plain'))).toEqual(mismatch);
    expect(await refusal(await put(url, `${BODY}1.7`))).toEqual(mismatch);
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' });
  });

  behavior('does not work for another key, another method or a longer lifetime', async () => {
    const url = await signedPut(freshKey());
    const others = [
      put(url.replace('.pdf', '.exe')),
      put(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=901')),
      put(url.replace(/X-Amz-Signature=.{4}/, 'X-Amz-Signature=0000')),
      fetch(url),
    ];
    for (const other of others) expect(await refusal(await other)).toEqual(mismatch);
  });

  behavior('that has expired is AccessDenied', async () => {
    const url = await signedPut(freshKey(), 1);
    await sleep(2_100);
    expect(await refusal(await put(url))).toEqual([403, 'AccessDenied']);
  });

  behavior('with If-None-Match: * stores once, then the condition fails', async () => {
    const command = new PutObjectCommand({ Bucket, Key: freshKey(), IfNoneMatch: '*' });
    const url = await getSignedUrl(s3, command, { signableHeaders: new Set(['host', 'if-none-match']) });
    const write = () => fetch(url, { method: 'PUT', body: BODY, headers: { 'if-none-match': '*' } });
    expect((await write()).status).toBe(200);
    expect(await refusal(await write())).toEqual([412, 'PreconditionFailed']);
  });
});

describe('a presigned GET', () => {
  behavior('returns the file under the name it was signed with', async () => {
    const ResponseContentDisposition = 'attachment; filename="carta + 1.pdf"';
    const response = await fetch(await signedGet(await stored(), { ResponseContentDisposition }));
    expect([response.status, await response.text()]).toEqual([200, BODY]);
    expect(response.headers.get('content-disposition')).toBe(ResponseContentDisposition);
  });

  behavior('does not match when that name is changed', async () => {
    const url = await signedGet(await stored(), { ResponseContentDisposition: 'attachment; filename="a.pdf"' });
    expect(await refusal(await fetch(url.replace('a.pdf', 'b.exe')))).toEqual(mismatch);
  });

  behavior('that has expired is AccessDenied', async () => {
    const url = await signedGet(await stored(), {}, 1);
    expect((await fetch(url)).status).toBe(200);
    await sleep(2_100);
    expect(await refusal(await fetch(url))).toEqual([403, 'AccessDenied']);
  });

  behavior('of a missing file is NoSuchKey', async () => {
    expect(await refusal(await fetch(await signedGet(freshKey())))).toEqual([404, 'NoSuchKey']);
  });
});

behavior(
  'an unsigned request is AccessDenied',
  async () => {
    const [unsigned] = (await signedGet(await stored())).split('?');
    expect(await refusal(await fetch(unsigned!))).toEqual([403, 'AccessDenied']);
  },
  { MiniStack: 'accepts unsigned requests', 'LocalStack without Docker': 'accepts unsigned requests' },
);
