import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Upload, UPLOAD_URL_SECONDS } from '../../core/domain/uploads.ts';
import { uploadKey } from './upload-files.ts';

/**
 * The signed URL for one PUT of exactly the declared bytes as application/pdf.
 * @param signer whose credentials outlive the link (`openLinkSigner`)
 */
export function signUploadUrl(signer: S3Client, bucket: string, upload: Upload): Promise<string> {
  return getSignedUrl(
    signer,
    new PutObjectCommand({
      Bucket: bucket,
      Key: uploadKey(upload),
      ContentType: 'application/pdf',
      ContentLength: upload.size,
    }),
    { expiresIn: UPLOAD_URL_SECONDS, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
  );
}
