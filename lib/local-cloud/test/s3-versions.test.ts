import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { S3Service } from '../s3/s3.ts';
import { type Harness, startHarness } from './support/aws-harness.ts';

const DAY_MS = 24 * 3600 * 1000;

let harness: Harness<S3Service>;
let s3: S3Client;

beforeAll(async () => {
  harness = await startHarness((cloud) => new S3Service(cloud));
  const rules = { Status: 'Enabled', ExpirationInDays: 10, NoncurrentVersionExpiration: { NoncurrentDays: 5 } };
  await harness.createResource('AWS::S3::Bucket', 'Kept', {
    BucketName: 'kept',
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [rules] },
  });
  await harness.createResource('AWS::S3::Bucket', 'Plain', { BucketName: 'plain' });
  s3 = new S3Client(harness.clientConfig());
});

afterAll(async () => {
  s3.destroy();
  await harness.stop();
});

const put = (Bucket: string, Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));

async function versions(Bucket: string, Prefix: string) {
  // A new client, which signs its requests with the advanced time.
  const client = new S3Client(harness.clientConfig());
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
  const texts = await Promise.all(
    Versions.map(async ({ Key, VersionId, IsLatest }) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      return [await Body!.transformToString(), IsLatest] as const;
    }),
  );
  client.destroy();
  return { texts, ids: Versions.map(({ VersionId }) => VersionId) };
}

describe('a bucket with versions', () => {
  test('keeps overwritten and deleted objects until they are deleted by version', async () => {
    for (const text of ['one', 'two']) await put('kept', 'a', text);
    expect((await versions('kept', 'a')).texts).toEqual([
      ['two', true],
      ['one', false],
    ]);
    await s3.send(new DeleteObjectCommand({ Bucket: 'kept', Key: 'a' }));
    const { texts, ids } = await versions('kept', 'a');
    expect(texts).toEqual([
      ['two', false],
      ['one', false],
    ]);
    for (const VersionId of ids) await s3.send(new DeleteObjectCommand({ Bucket: 'kept', Key: 'a', VersionId }));
    expect((await versions('kept', 'a')).texts).toEqual([]);
  });

  test('deletes the current version by its id', async () => {
    await put('kept', 'b', 'one');
    const { ids } = await versions('kept', 'b');
    await s3.send(new DeleteObjectCommand({ Bucket: 'kept', Key: 'b', VersionId: ids[0] }));
    expect((await versions('kept', 'b')).texts).toEqual([]);
    await expect(s3.send(new GetObjectCommand({ Bucket: 'kept', Key: 'b' }))).rejects.toThrow(/does not exist/);
  });

  test('keeps an expired object as an older version, which has its own expiry', async () => {
    await put('kept', 'c', 'one');
    const midnight = Math.ceil((harness.clock.now() + 10 * DAY_MS) / DAY_MS) * DAY_MS;
    await harness.clock.advanceTo(midnight - 60_000);
    expect((await versions('kept', 'c')).texts).toEqual([['one', true]]);
    await harness.clock.advanceTo(midnight + 5 * DAY_MS - 60_000);
    expect((await versions('kept', 'c')).texts).toEqual([['one', false]]);
    await harness.clock.advanceTo(midnight + 5 * DAY_MS);
    expect((await versions('kept', 'c')).texts).toEqual([]);
  });
});

test('a bucket without versions keeps one version of each object, and deletion is final', async () => {
  const client = new S3Client(harness.clientConfig());
  for (const Body of ['one', 'two']) await client.send(new PutObjectCommand({ Bucket: 'plain', Key: 'a', Body }));
  expect(await versions('plain', 'a')).toEqual({ texts: [['two', true]], ids: ['null'] });
  await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'a', VersionId: 'null' }));
  expect((await versions('plain', 'a')).texts).toEqual([]);
  client.destroy();
});
