import { request as httpRequest } from 'node:http';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { S3Service } from '../s3/s3.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

let harness: Harness<S3Service>;
let s3: S3Client;

beforeAll(async () => {
  harness = await startHarness((cloud) => new S3Service(cloud));
  await harness.createResource('AWS::S3::Bucket', 'Files', {
    BucketName: 'files',
    CorsConfiguration: {
      CorsRules: [
        { AllowedOrigins: ['https://app.*'], AllowedMethods: ['PUT'], AllowedHeaders: ['content-*'], MaxAge: 300 },
        { AllowedOrigins: ['*'], AllowedMethods: ['GET'], ExposedHeaders: ['ETag'] },
      ],
    },
  });
  await harness.createResource('AWS::S3::Bucket', 'Private', { BucketName: 'private' });
});

beforeEach(() => {
  s3?.destroy();
  s3 = new S3Client({ ...harness.clientConfig(), requestChecksumCalculation: 'WHEN_REQUIRED' });
});

afterAll(async () => {
  s3.destroy();
  await harness.stop();
});

const now = () => new Date(harness.clock.now());

const signedPut = (Key: string, more = {}) =>
  getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: 'files', Key, ContentType: 'application/pdf', ContentLength: 5, ...more }),
    {
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
      signingDate: now(),
      expiresIn: 900,
    },
  );

const signedGet = (Key: string, more = {}) =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: 'files', Key, ...more }), { signingDate: now(), expiresIn: 3600 });

const upload = (url: string, body = '%PDF-', contentType = 'application/pdf') =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': contentType } });

async function refusal(response: Response): Promise<{ status: number; code: string; message: string }> {
  const xml = await response.text();
  const text = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '';
  return { status: response.status, code: text('Code'), message: text('Message') };
}

const mismatch = { status: 403, code: 'SignatureDoesNotMatch' };
const expired = { status: 403, code: 'AccessDenied', message: 'Request has expired' };

describe('a presigned PUT', () => {
  test('stores the file it was made for', async () => {
    const response = await upload(await signedPut('letters/ação (1).pdf'));
    expect(response.status).toBe(200);
    const head = await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'letters/ação (1).pdf' }));
    expect(head).toMatchObject({ ContentLength: 5, ContentType: 'application/pdf' });
  });

  test('does not match with another content type, another length or without a length', async () => {
    const url = await signedPut('a.pdf');
    expect(await refusal(await upload(url, '%PDF-', 'text/plain'))).toMatchObject(mismatch);
    expect(await refusal(await upload(url, '%PDF-1.7'))).toMatchObject(mismatch);
    expect(await refusal(await uploadChunked(url))).toMatchObject(mismatch);
    await expect(s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'a.pdf' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  test('does not match with a changed key, method, expiry or signature', async () => {
    const url = await signedPut('b.pdf');
    const changed = [
      url.replace('/b.pdf', '/c.pdf'),
      url.replace('X-Amz-Expires=900', 'X-Amz-Expires=901'),
      url.replace(/Signature=.{4}/, 'Signature=0000'),
    ];
    for (const other of changed) expect(await refusal(await upload(other))).toMatchObject(mismatch);
    expect(await refusal(await fetch(url))).toMatchObject(mismatch);
  });

  test('is AccessDenied with an unsigned x-amz- header', async () => {
    const url = await signedPut('d.pdf');
    const headers = { 'content-type': 'application/pdf', 'x-amz-meta-account': 'acc_other' };
    expect(await refusal(await fetch(url, { method: 'PUT', body: '%PDF-', headers }))).toEqual({
      status: 403,
      code: 'AccessDenied',
      message: 'There were headers present in the request which were not signed',
    });
  });

  test('carries metadata in its query', async () => {
    await upload(await signedPut('e.pdf', { Metadata: { account: 'acc_1' } }));
    const head = await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'e.pdf' }));
    expect(head.Metadata).toEqual({ account: 'acc_1' });
  });

  test('ignores the checksum of an empty body that an SDK signs by default', async () => {
    const client = new S3Client(harness.clientConfig());
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'files', Key: 'f.pdf' }), {
      signingDate: now(),
    });
    client.destroy();
    expect(url).toContain('x-amz-checksum-crc32=AAAAAA');
    expect((await upload(url)).status).toBe(200);
  });

  test('with If-None-Match: * writes once', async () => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'files', Key: 'g.pdf', IfNoneMatch: '*' }), {
      signableHeaders: new Set(['host', 'if-none-match']),
      signingDate: now(),
    });
    const write = () => fetch(url, { method: 'PUT', body: '%PDF-', headers: { 'if-none-match': '*' } });
    expect((await write()).status).toBe(200);
    expect(await refusal(await write())).toMatchObject({ status: 412, code: 'PreconditionFailed' });
    expect(await refusal(await fetch(url, { method: 'PUT', body: '%PDF-' }))).toMatchObject(mismatch);
  });
});

describe('a request signed in its headers, after a step of the clock', () => {
  const put = (credentials: object) => {
    const { region, endpoint } = harness.clientConfig();
    const client = new S3Client({
      region,
      endpoint,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { ...harness.clientConfig().credentials, ...credentials },
    });
    return client.send(new PutObjectCommand({ Bucket: 'files', Key: 'h', Body: 'x' })).finally(() => client.destroy());
  };

  beforeAll(() => harness.clock.advanceTo(harness.clock.now() + 3_600_000));

  test('may use the time of the machine if it comes from outside the cloud', async () => {
    expect((await put({})).$metadata.httpStatusCode).toBe(200);
  });

  test("is rejected if it comes from a role with a time other than the cloud's", async () => {
    await expect(put({ sessionToken: 'of a role' })).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });
});

describe('a presigned GET', () => {
  beforeAll(() =>
    s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'g', Body: 'hello', ContentType: 'text/plain' })),
  );

  test('returns the file under the name and type it was signed with', async () => {
    const overrides = {
      ResponseContentDisposition: 'attachment; filename="carta + 1.pdf"',
      ResponseContentType: 'application/pdf',
    };
    const response = await fetch(await signedGet('g', overrides));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="carta + 1.pdf"');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(await response.text()).toBe('hello');
  });

  test('is read in parts by a Range header, which needs no signature', async () => {
    const response = await fetch(await signedGet('g'), { headers: { range: 'bytes=1-3' } });
    expect([response.status, await response.text()]).toEqual([206, 'ell']);
  });

  test('is NoSuchKey in XML for a missing key', async () => {
    const response = await fetch(await signedGet('nothing'));
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'NoSuchKey' });
  });

  test('may encode a space in its query as a plus', async () => {
    const url = await signedGet('g', { ResponseContentDisposition: 'attachment; filename="a b.pdf"' });
    const response = await fetch(url.replaceAll('%20', '+'));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b.pdf"');
  });

  test.each([
    ['region', '%2Fsa-east-1%2F', '%2Fus-east-1%2F'],
    ['service', '%2Fs3%2F', '%2Fsqs%2F'],
    ['day', /Credential=local%2F\d{8}/, 'Credential=local%2F20200101'],
  ])('for another %s is malformed', async (_, scope, other) => {
    const response = await fetch((await signedGet('g')).replace(scope, other));
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
  });

  test('is valid for at most seven days', async () => {
    const url = (await signedGet('g')).replace('X-Amz-Expires=3600', 'X-Amz-Expires=604801');
    expect(await refusal(await fetch(url))).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
  });
});

describe('the time of a signature', () => {
  test('a presigned URL works until its last second on the virtual clock, and has expired after it', async () => {
    await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'short', Body: 'hello' }));
    const [get, put] = [await signedGet('short'), await signedPut('late.pdf')];
    const signedAt = Math.floor(harness.clock.now() / 1000) * 1000;
    await harness.clock.advanceTo(signedAt + 898_000);
    expect((await upload(put)).status).toBe(200);
    await harness.clock.advanceTo(signedAt + 901_001);
    expect(await refusal(await upload(put))).toMatchObject(expired);
    expect((await fetch(get)).status).toBe(200);
    await harness.clock.advanceTo(signedAt + 3_601_001);
    expect(await refusal(await fetch(get))).toMatchObject(expired);
  });

  test('a presigned URL from the future is not valid yet', async () => {
    const signingDate = new Date(harness.clock.now() + 3600_000);
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'files', Key: 'short' }), { signingDate });
    expect(await refusal(await fetch(url))).toMatchObject({ status: 403, message: 'Request is not yet valid' });
    await harness.clock.advanceTo(signingDate.getTime());
    expect((await fetch(url)).status).toBe(200);
  });

  test('a client whose clock is behind is rejected with the time, and then signs with it', async () => {
    await harness.clock.advanceTo(harness.clock.now() + 3600_000);
    const head = new HeadObjectCommand({ Bucket: 'files', Key: 'short' });
    await expect(s3.send(head)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403, clockSkewCorrected: true } });
    await expect(s3.send(head)).resolves.toMatchObject({ ContentLength: 5 });
  });
});

describe('authentication', () => {
  test('an unsigned request is AccessDenied, for reads and writes', async () => {
    const url = `${harness.endpoint}/files/short`;
    const denied = { status: 403, code: 'AccessDenied', message: 'Access Denied' };
    expect(await refusal(await fetch(url))).toEqual(denied);
    expect(await refusal(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual(denied);
  });

  test('a signature for another secret, region or service does not match', async () => {
    const head = new HeadObjectCommand({ Bucket: 'files', Key: 'short' });
    const others = [
      { credentials: { accessKeyId: 'local', secretAccessKey: 'wrong' } },
      { region: 'us-east-1', followRegionRedirects: false },
    ];
    const statuses = [];
    for (const other of others) {
      const client = new S3Client({ ...harness.clientConfig(), ...other });
      statuses.push(
        await client
          .send(head)
          .catch((error: { $metadata: { httpStatusCode: number } }) => error.$metadata.httpStatusCode),
      );
      client.destroy();
    }
    expect(statuses).toEqual([403, 400]);
  });

  test('a body other than the signed one is rejected', async () => {
    const client = new S3Client(harness.clientConfig());
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: unknown }).body = 'tampered';
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const command = new PutObjectCommand({ Bucket: 'files', Key: 'tampered', Body: 'original' });
    await expect(client.send(command)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    client.destroy();
  });
});

test('a path that is not percent-encoded UTF-8 is InvalidURI', async () => {
  const response = await fetch((await signedGet('odd')).replace('/files/odd', '/files/%ff'));
  expect(await refusal(response)).toMatchObject({ status: 400, code: 'InvalidURI' });
});

describe('browsers', () => {
  const preflight = (bucket: string, headers: Record<string, string>) =>
    fetch(`${harness.endpoint}/${bucket}/a.pdf`, { method: 'OPTIONS', headers });

  test('a preflight gets the response of the rule that allows it, without a signature', async () => {
    const response = await preflight('files', {
      origin: 'https://app.example.com',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'Content-Type',
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '300',
    });
  });

  test.each([
    ['another origin', 'files', { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }],
    [
      'a bucket without rules',
      'private',
      { origin: 'https://app.example.com', 'access-control-request-method': 'GET' },
    ],
    [
      'a header that is not allowed',
      'files',
      {
        origin: 'https://app.example.com',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-other',
      },
    ],
  ])('a preflight from %s is AccessForbidden', async (_, bucket, headers) => {
    expect(await refusal(await preflight(bucket, headers))).toMatchObject({ status: 403, code: 'AccessForbidden' });
  });

  test('the allowed origins may read the response', async () => {
    const response = await fetch(await signedGet('short'), { headers: { origin: 'https://anyone.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
  });
});

/** A body of undeclared length, as `curl -T -` sends it. */
function uploadChunked(url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/pdf', 'transfer-encoding': 'chunked' };
    const request = httpRequest(url, { method: 'PUT', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(new Response(text, { status: answer.statusCode! })));
    });
    request.on('error', reject).end('%PDF-');
  });
}
