import { createHash } from 'node:crypto';
import { NoSuchKey, NotFound, type S3Client } from '@aws-sdk/client-s3';

interface Input {
  Key: string;
  VersionId?: string;
  Body?: string | Uint8Array;
  Prefix?: string;
  IfNoneMatch?: '*';
  ChecksumSHA256?: string;
  Delete?: { Objects: { Key: string }[] };
}

/** The part of S3 that files, manifests and reports need, in memory. */
export function memoryBucket(now: () => number = Date.now) {
  interface Stored {
    key: string;
    bytes: Buffer;
    checksum: string | undefined;
    at: number;
  }
  const objects = new Map<string, Stored>();
  /** Every content that a key has had. */
  const versions = new Map<string, Stored>();
  const put = (key: string, bytes: Uint8Array, checksum?: string): string => {
    const object = { key, bytes: Buffer.from(bytes), checksum, at: now() };
    const version = `v${versions.size}`;
    objects.set(key, object);
    versions.set(version, object);
    return version;
  };
  const send = async ({ constructor, input }: { constructor: { name: string }; input: Input }) => {
    if (constructor.name === 'PutObjectCommand') {
      if (input.IfNoneMatch && objects.has(input.Key))
        throw Object.assign(new Error('it exists'), { name: 'PreconditionFailed' });
      put(input.Key, Buffer.from(input.Body as string), input.ChecksumSHA256);
      return {};
    }
    if (constructor.name === 'ListObjectVersionsCommand') {
      const listed = [...versions].filter(([, { key }]) => key.startsWith(input.Prefix!));
      const Versions = listed.map(([VersionId, { key: Key, at }]) => ({ Key, VersionId, LastModified: new Date(at) }));
      return { Versions, IsTruncated: false };
    }
    if (constructor.name === 'ListObjectsV2Command') {
      const keys = [...objects.keys()].filter((key) => key.startsWith(input.Prefix!)).sort();
      return { Contents: keys.map((Key) => ({ Key })), IsTruncated: false };
    }
    if (constructor.name === 'DeleteObjectsCommand') {
      for (const { Key } of input.Delete!.Objects) objects.delete(Key);
      return {};
    }
    if (constructor.name === 'DeleteObjectCommand') {
      objects.delete(input.Key);
      return {};
    }
    const found = input.VersionId === undefined ? objects.get(input.Key) : versions.get(input.VersionId);
    if (constructor.name === 'HeadObjectCommand') {
      if (!found) throw new NotFound({ $metadata: {}, message: 'not found' });
      return { ContentLength: found.bytes.length, ChecksumSHA256: found.checksum };
    }
    if (!found) throw new NoSuchKey({ $metadata: {}, message: 'no such key' });
    return {
      ContentLength: found.bytes.length,
      ETag: `"${createHash('md5').update(found.bytes).digest('hex')}"`,
      Body: {
        transformToString: async () => found.bytes.toString('utf8'),
        transformToByteArray: async () => new Uint8Array(found.bytes),
        transformToWebStream: () => new ReadableStream(),
      },
    };
  };
  return {
    client: { send } as unknown as S3Client,
    put,
    remove: (key: string) => objects.delete(key),
    text: (key: string) => objects.get(key)?.bytes.toString('utf8'),
    bytes: (key: string) => objects.get(key)?.bytes,
    keys: () => [...objects.keys()].sort(),
  };
}
