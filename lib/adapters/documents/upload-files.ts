import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Upload } from '../../core/domain/uploads.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { readObject } from './stored-objects.ts';

/** The key data of a file. */
type Named = Pick<Upload, 'account_id' | 'id'>;

/** Files that customers send to signed URLs. */
export function openUploadFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  return {
    /** The bytes sent, or undefined when nothing was sent. */
    read: (upload: Named): Promise<Uint8Array | undefined> => readObject(client, bucket, uploadKey(upload)),

    /** Deletes the file, if it exists. */
    remove: async (upload: Upload): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: uploadKey(upload) }));
    },
  };
}

export type UploadFiles = ReturnType<typeof openUploadFiles>;

/** The S3 key of an upload. */
export function uploadKey(upload: Named): string {
  return `${upload.account_id}/${upload.id}.pdf`;
}
