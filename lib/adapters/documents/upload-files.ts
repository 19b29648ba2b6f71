import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import type { Upload } from '../../core/domain/uploads.ts';
import { awsObjectClient } from '../net/aws-client.ts';

/** The key data of a file. */
type Named = Pick<Upload, 'account_id' | 'id'>;

/** Files that customers send to signed URLs. */
export function openUploadFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  return {
    /** The bytes sent, or undefined when nothing was sent. */
    read: async (upload: Named): Promise<Uint8Array | undefined> => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: uploadKey(upload) }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Deletes the file, if it exists. */
    remove: async (upload: Upload): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: uploadKey(upload) }));
    },
  };
}

export type UploadFiles = ReturnType<typeof openUploadFiles>;

/** Where S3 keeps an upload. */
export function uploadKey(upload: Named): string {
  return `${upload.account_id}/${upload.id}.pdf`;
}
