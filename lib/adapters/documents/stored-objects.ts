import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';

/** The bytes of an object, or undefined when there is none. */
export async function readObject(client: S3Client, bucket: string, key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
