import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Upload, UPLOAD_URL_SECONDS } from '../../core/domain/uploads.ts';
import { uploadKey } from './upload-files.ts';

/**
 * The signed URL for a PUT of exactly the declared size as application/pdf. Its only headers are the documented ones, so it may
 * replace the file until a quote or a mailing has pinned its bytes (docs/decisions/pinned-files.md).
 * @param signer its credentials outlive the link (`openLinkSigner`)
 */
export function signUploadUrl(signer: S3Client, bucket: string, upload: Upload): Promise<string> {
  const file = { key: uploadKey(upload), contentType: 'application/pdf', size: upload.size };
  return signPut(signer, bucket, file, UPLOAD_URL_SECONDS);
}

/**
 * The signed URL for a PUT of this many bytes as this type.
 * @param options.once the request must have the header `If-None-Match: *`, with which S3 never replaces a file
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html)
 */
export function signPut(
  signer: S3Client,
  bucket: string,
  { key, contentType, size }: { key: string; contentType: string; size: number },
  expiresIn: number,
  { once = false } = {},
): Promise<string> {
  const put = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    ContentType: contentType,
    ContentLength: size,
    ...(once && { IfNoneMatch: '*' }),
  });
  return getSignedUrl(signer, put, {
    expiresIn,
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
  });
}
