import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Upload, UPLOAD_URL_SECONDS } from '../../core/domain/uploads.ts';
import { awsObjectClient } from '../net/aws-client.ts';

/** What a file is found by. */
type Named = Pick<Upload, 'account_id' | 'id'>;

/** Files that customers send to signed URLs. */
export function openUploadFiles(
  bucket: string,
  // A presigned URL would otherwise carry the checksum of an empty body.
  client = new S3Client({ ...awsObjectClient(), requestChecksumCalculation: 'WHEN_REQUIRED' }),
) {
  return {
    /** The signed URL for one PUT of exactly the declared bytes as application/pdf. */
    signedUrl: (upload: Upload): Promise<string> =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: keyOf(upload),
          ContentType: 'application/pdf',
          ContentLength: upload.size,
        }),
        { expiresIn: UPLOAD_URL_SECONDS, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
      ),

    /** The bytes sent, or undefined when nothing was sent. */
    read: async (upload: Named): Promise<Uint8Array | undefined> => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(upload) }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Takes the file away; one that is not there may be taken away too. */
    remove: async (upload: Upload): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(upload) }));
    },
  };
}

export type UploadFiles = ReturnType<typeof openUploadFiles>;

function keyOf(upload: Named): string {
  return `${upload.account_id}/${upload.id}.pdf`;
}
