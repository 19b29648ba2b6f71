import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Upload, UPLOAD_URL_SECONDS } from '../../core/domain/uploads.ts';
import { uploadKey } from './upload-files.ts';

/**
 * The signed URL for one PUT of exactly the declared bytes as application/pdf.
 * @param signer its credentials outlive the link (`openLinkSigner`)
 */
export function signUploadUrl(signer: S3Client, bucket: string, upload: Upload): Promise<string> {
  const file = { key: uploadKey(upload), contentType: 'application/pdf', size: upload.size };
  return signPut(signer, bucket, file, UPLOAD_URL_SECONDS);
}

/** The signed URL for one PUT of exactly these bytes as this type. */
export function signPut(
  signer: S3Client,
  bucket: string,
  { key, contentType, size }: { key: string; contentType: string; size: number },
  expiresIn: number,
): Promise<string> {
  const put = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ContentLength: size });
  return getSignedUrl(signer, put, {
    expiresIn,
    signableHeaders: new Set(['host', 'content-type', 'content-length']),
  });
}
