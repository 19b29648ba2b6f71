import { S3Client } from '@aws-sdk/client-s3';
import { awsObjectClient } from '../net/aws-client.ts';

/**
 * The client that signs links for customers, with an access key that does not expire: a link expires with the
 * credentials that signed it, and the remaining lifetime of a function's credentials is unknown
 * (docs/decisions/signed-links.md).
 * @param key `<access key id>:<secret>`
 */
export function openLinkSigner(key: string): S3Client {
  const [accessKeyId = '', secretAccessKey = ''] = key.split(':');
  return new S3Client({
    ...awsObjectClient(),
    credentials: { accessKeyId, secretAccessKey },
    // Otherwise a link for an upload would contain the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}
