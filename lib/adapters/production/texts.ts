import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

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
    /** Undefined where nothing is. */
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
