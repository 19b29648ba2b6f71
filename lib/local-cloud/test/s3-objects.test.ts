import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { S3Service } from '../s3/s3.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

const DAY_MS = 24 * 3600 * 1000;

let harness: Harness<S3Service>;
let s3: S3Client;

beforeAll(async () => {
  harness = await startHarness((cloud) => new S3Service(cloud));
  await harness.createResource('AWS::S3::Bucket', 'Files', { BucketName: 'files' });
  await harness.createResource('AWS::S3::Bucket', 'Inbox', {
    BucketName: 'inbox',
    NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  });
  await harness.createResource('AWS::S3::Bucket', 'Uploads', {
    BucketName: 'uploads',
    LifecycleConfiguration: {
      Rules: [
        { Status: 'Enabled', Prefix: 'temporary/', ExpirationInDays: 1 },
        { Status: 'Disabled', ExpirationInDays: 1 },
      ],
    },
  });
  s3 = new S3Client(harness.clientConfig());
});

afterAll(async () => {
  s3.destroy();
  await harness.stop();
});

const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body, ...more }));

async function read(Key: string, more = {}) {
  const answer = await s3.send(new GetObjectCommand({ Bucket: 'files', Key, ...more }));
  return { ...answer, text: await answer.Body!.transformToString() };
}

describe('objects', () => {
  test('an object is returned as it was put, with its type, metadata, MD5 as ETag and checksum', async () => {
    const { ETag, ChecksumCRC32 } = await put('a/ção & é.txt', 'hello', {
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      Metadata: { account: 'acc_1' },
    });
    const object = await read('a/ção & é.txt', { ChecksumMode: 'ENABLED' });
    expect(object).toMatchObject({
      text: 'hello',
      ContentType: 'text/plain',
      ContentLength: 5,
      CacheControl: 'no-store',
      Metadata: { account: 'acc_1' },
      ETag,
      ChecksumCRC32,
    });
    expect(ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    expect(object.VersionId).toBeUndefined();
  });

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
    'a %s checksum is verified and returned',
    async (algorithm) => {
      const sent = await put(`checksum-${algorithm}`, 'hello', { ChecksumAlgorithm: algorithm });
      const head = await s3.send(
        new HeadObjectCommand({ Bucket: 'files', Key: `checksum-${algorithm}`, ChecksumMode: 'ENABLED' }),
      );
      expect(sent[`Checksum${algorithm}`]).toBeDefined();
      expect(head[`Checksum${algorithm}`]).toBe(sent[`Checksum${algorithm}`]);
    },
  );

  test('a wrong checksum or Content-MD5 is BadDigest, and nothing is stored', async () => {
    await expect(put('bad', 'hello', { ChecksumSHA256: 'A'.repeat(43) + '=' })).rejects.toMatchObject({
      name: 'BadDigest',
      $metadata: { httpStatusCode: 400 },
    });
    const md5 = createHash('md5').update('other').digest('base64');
    await expect(put('bad', 'hello', { ContentMD5: md5 })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(read('bad')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('a streamed body arrives aws-chunked with a trailing checksum and is stored without its frames', async () => {
    const parts = ['first ', 'x'.repeat(100_000), ' last'];
    await put('streamed', Readable.from(parts.map((part) => Buffer.from(part))), { ContentLength: 100_011 });
    const object = await read('streamed');
    expect(object.text).toBe(parts.join(''));
    expect(object.ContentEncoding).toBeUndefined();
  });

  test('HEAD returns only the headers, and NotFound for a missing object', async () => {
    await put('head', 'hello');
    const head = await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'head' }));
    expect(head).toMatchObject({ ContentLength: 5, ContentType: 'application/octet-stream' });
    await expect(s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'nothing' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  test('a missing key is NoSuchKey, and a missing bucket NoSuchBucket', async () => {
    await expect(read('nothing')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
    await expect(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'nowhere' }))).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('keys are at most 1024 bytes, metadata at most 2 KB', async () => {
    await put('é'.repeat(512), 'hello');
    await expect(put('é'.repeat(512) + 'x', 'hello')).rejects.toMatchObject({ name: 'KeyTooLongError' });
    await put('metadata', 'hello', { Metadata: { a: 'x'.repeat(2047) } });
    await expect(put('metadata', 'hello', { Metadata: { a: 'x'.repeat(2048) } })).rejects.toMatchObject({
      name: 'MetadataTooLarge',
    });
  });

  test('unsupported operations and options are rejected, never ignored', async () => {
    await put('loud', 'hello');
    const acl = s3.send(new GetObjectAclCommand({ Bucket: 'files', Key: 'loud' }));
    await expect(acl).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } });
    await expect(put('loud', 'hello', { Tagging: 'a=b' })).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});

describe('ranges', () => {
  beforeAll(() => put('range', '0123456789'));

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s', async (Range, text, ContentRange) => {
    expect(await read('range', { Range })).toMatchObject({ text, ContentRange, $metadata: { httpStatusCode: 206 } });
  });

  test('a range beyond the end is 416', async () => {
    await expect(read('range', { Range: 'bytes=10-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  test('several ranges at once give the whole object', async () => {
    expect(await read('range', { Range: 'bytes=0-1,4-5' })).toMatchObject({ text: '0123456789' });
  });
});

describe('preconditions', () => {
  test('If-None-Match: * accepts the first write and rejects the second with 412', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect((await read('once')).text).toBe('first');
  });

  test('If-Match overwrites only the version it names', async () => {
    const { ETag } = await put('versioned', 'one');
    await put('versioned', 'two', { IfMatch: ETag! });
    await expect(put('versioned', 'three', { IfMatch: ETag! })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(put('absent', 'one', { IfMatch: ETag! })).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('versioned')).text).toBe('two');
  });

  test('a read is 412 if If-Match fails, and 304 if nothing changed', async () => {
    const { ETag } = await put('cached', 'hello');
    await expect(read('cached', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(read('cached', { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    const later = new Date(harness.clock.now() + 5000);
    await expect(read('cached', { IfModifiedSince: later })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    const earlier = new Date(harness.clock.now() - DAY_MS);
    await expect(read('cached', { IfUnmodifiedSince: earlier })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });
});

describe('copying', () => {
  test('keeps content, type and metadata, or replaces the metadata', async () => {
    await put('source é', 'hello', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = `files/${encodeURIComponent('source é')}`;
    await s3.send(new CopyObjectCommand({ Bucket: 'inbox', Key: 'copy', CopySource }));
    const copy = await s3.send(new HeadObjectCommand({ Bucket: 'inbox', Key: 'copy' }));
    expect(copy).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' }, ContentLength: 5 });

    await s3.send(
      new CopyObjectCommand({ Bucket: 'inbox', Key: 'copy', CopySource, MetadataDirective: 'REPLACE', Metadata: {} }),
    );
    const replaced = await s3.send(new HeadObjectCommand({ Bucket: 'inbox', Key: 'copy' }));
    expect(replaced.Metadata).toEqual({});
  });

  test('to the same key of another bucket is an ordinary copy', async () => {
    await put('same', 'hello');
    await s3.send(new CopyObjectCommand({ Bucket: 'inbox', Key: 'same', CopySource: '/files/same' }));
    const copy = await s3.send(new HeadObjectCommand({ Bucket: 'inbox', Key: 'same' }));
    expect(copy.ContentLength).toBe(5);
  });

  test('is 412 for a version other than the requested one, and rejected for a copy onto itself without a change', async () => {
    await put('original', 'hello');
    const copy = { Bucket: 'files', CopySource: 'files/original' };
    await expect(
      s3.send(new CopyObjectCommand({ ...copy, Key: 'c', CopySourceIfMatch: '"other"' })),
    ).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(s3.send(new CopyObjectCommand({ ...copy, Key: 'original' }))).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
  });
});

describe('deleting', () => {
  test('succeeds whether or not the object exists', async () => {
    await put('gone', 'hello');
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'gone' }));
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'gone' }));
    await expect(read('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('with If-Match deletes only the version it names', async () => {
    const { ETag } = await put('matched', 'hello');
    const remove = (IfMatch: string) => s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: 'matched', IfMatch }));
    await expect(remove('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await remove(ETag!);
    await expect(read('matched')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('removes many keys at once, even with characters that XML escapes', async () => {
    const keys = ['d/<1>', 'd/&amp;', 'd/\'"', 'd/never existed'];
    for (const key of keys.slice(0, 3)) await put(key, 'x');
    const { Deleted } = await s3.send(
      new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(Deleted!.map(({ Key }) => Key)).toEqual(keys);
    const { KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'd/' }));
    expect(KeyCount).toBe(0);
  });
});

describe('listing', () => {
  beforeAll(async () => {
    for (const key of ['l/', 'l/a/1', 'l/a/2', 'l/b', 'l/c/1', 'l/d & <e>', 'm']) await put(key, key);
  });

  test('returns keys in order under a prefix', async () => {
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'l/' }));
    expect(Contents!.map(({ Key }) => Key)).toEqual(['l/', 'l/a/1', 'l/a/2', 'l/b', 'l/c/1', 'l/d & <e>']);
    expect(Contents![3]).toMatchObject({ Size: 3, StorageClass: 'STANDARD' });
  });

  test('groups keys by delimiter, page by page, without repeating a prefix', async () => {
    const seen: (string | undefined)[] = [];
    const list = { Bucket: 'files', Prefix: 'l/', Delimiter: '/' };
    for await (const page of paginateListObjectsV2({ client: s3, pageSize: 1 }, list)) {
      expect(page.KeyCount).toBe(1);
      seen.push(page.Contents?.[0]?.Key ?? page.CommonPrefixes?.[0]?.Prefix);
    }
    expect(seen).toEqual(['l/', 'l/a/', 'l/b', 'l/c/', 'l/d & <e>']);
  });

  test('starts after StartAfter', async () => {
    const { Contents } = await s3.send(
      new ListObjectsV2Command({ Bucket: 'files', Prefix: 'l/', StartAfter: 'l/b', MaxKeys: 1 }),
    );
    expect(Contents!.map(({ Key }) => Key)).toEqual(['l/c/1']);
  });
});

describe('events', () => {
  test('a bucket with EventBridge enabled announces each object on the default bus', async () => {
    harness.deliveries.length = 0;
    await s3.send(new PutObjectCommand({ Bucket: 'inbox', Key: 'reports/a.jsonl', Body: 'hello' }));
    await put('quiet', 'no event from this bucket');
    expect(harness.deliveries).toEqual([
      {
        targetArn: 'arn:aws:events:sa-east-1:000000000000:event-bus/default',
        input: expect.objectContaining({
          version: '0',
          'detail-type': 'Object Created',
          source: 'aws.s3',
          account: '000000000000',
          region: 'sa-east-1',
          resources: ['arn:aws:s3:::inbox'],
          detail: expect.objectContaining({
            bucket: { name: 'inbox' },
            object: {
              key: 'reports/a.jsonl',
              size: 5,
              etag: createHash('md5').update('hello').digest('hex'),
              sequencer: expect.stringMatching(/^[0-9A-F]+$/),
            },
            reason: 'PutObject',
          }),
        }),
      },
    ]);
  });

  test('a deletion is announced if there was something to delete', async () => {
    await s3.send(new PutObjectCommand({ Bucket: 'inbox', Key: 'a', Body: 'hello' }));
    harness.deliveries.length = 0;
    for (let times = 0; times < 2; times++) await s3.send(new DeleteObjectCommand({ Bucket: 'inbox', Key: 'a' }));
    expect(harness.deliveries).toMatchObject([
      { input: { 'detail-type': 'Object Deleted', detail: { object: { key: 'a' } } } },
    ]);
  });

  test('an event that cannot be delivered is logged and does not fail the write', async () => {
    const bus = jest.spyOn(harness.cloud, 'deliver').mockRejectedValueOnce(new Error('no bus'));
    await s3.send(new PutObjectCommand({ Bucket: 'inbox', Key: 'a', Body: 'hello' }));
    bus.mockRestore();
    expect(harness.logLines.at(-1)).toMatch(/inbox was not delivered: Error: no bus/);
  });
});

describe('the template', () => {
  test.each([
    { LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationDate: '2030-01-01' }] } },
    { NotificationConfiguration: { LambdaConfigurations: [] } },
    { CorsConfiguration: { CorsRules: [{ AllowedOrigins: [], AllowedMethods: [], Surprise: true }] } },
  ])('a setting that the local cloud does not know stops the start: %j', async (properties) => {
    await expect(harness.createResource('AWS::S3::Bucket', 'Odd', properties)).rejects.toThrow(/does not know/);
  });

  test('every bucket can be named and reached by path', async () => {
    const bucket = await harness.createResource('AWS::S3::Bucket', 'UnnamedBucket0A1B', {});
    expect(bucket).toMatchObject({ ref: 'unnamedbucket0a1b', attributes: { Arn: 'arn:aws:s3:::unnamedbucket0a1b' } });
    expect(harness.service.bucketExists('unnamedbucket0a1b')).toBe(true);
    expect(harness.service.ownsPath('/unnamedbucket0a1b/key')).toBe(true);
    expect(harness.service.ownsPath('/elsewhere/key')).toBe(false);
  });
});

describe('lifecycle rules', () => {
  test('an object expires at the midnight after its days, only under the prefix of the rule', async () => {
    for (const Key of ['temporary/a', 'kept/a']) {
      await s3.send(new PutObjectCommand({ Bucket: 'uploads', Key, Body: 'x' }));
    }
    const expiresAt = Math.ceil((harness.clock.now() + DAY_MS) / DAY_MS) * DAY_MS;
    const keysAt = async (instant: number) => {
      await harness.clock.advanceTo(instant);
      const client = new S3Client(harness.clientConfig());
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'uploads' }));
      client.destroy();
      return Contents!.map(({ Key }) => Key);
    };
    expect(await keysAt(expiresAt - 60_000)).toEqual(['kept/a', 'temporary/a']);
    expect(await keysAt(expiresAt)).toEqual(['kept/a']);
  });
});
