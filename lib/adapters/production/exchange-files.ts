import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

export interface TextPart {
  bytes: Buffer;
  /** Bytes of the whole text. */
  size: number;
}

/** The texts in the bucket that is shared with the print house. */
export function openTexts(bucket: string, client: S3Client) {
  const get = async (key: string, version?: string) => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: version });
    const { Body, ETag = '', ContentLength = 0 } = await client.send(command);
    if (!Body) throw new Error(`${key} has no body`);
    return { body: Body, etag: ETag.replaceAll('"', ''), bytes: ContentLength };
  };
  return {
    put: async (key: string, body: string | Uint8Array, type = 'application/x-ndjson'): Promise<void> => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
    },
    get,
    /** Up to `bytes` bytes from an offset below the text's size, and that size; undefined if there is no text. */
    findPart: async (key: string, first: number, bytes: number): Promise<TextPart | undefined> => {
      const Range = `bytes=${first}-${first + bytes - 1}`;
      try {
        const { Body, ContentRange = '' } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, Range }),
        );
        const [, size] = /\/(\d+)$/.exec(ContentRange) ?? [];
        if (!Body || size === undefined) throw new Error(`no part of ${key} came`);
        return { bytes: Buffer.from(await Body.transformToByteArray()), size: Number(size) };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    /** Undefined if there is no text. */
    find: async (key: string): Promise<string | undefined> => {
      try {
        return await (await get(key)).body.transformToString('utf-8');
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
