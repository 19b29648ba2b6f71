import { S3Client } from '@aws-sdk/client-s3';
import { awsObjectClient } from '../net/aws-client.ts';

/**
 * The client that signs the links that customers are given: with an access key that does not expire, since a link dies with the
 * credentials that signed it, and nobody knows how long those of a function still live (docs/decisions/signed-links.md).
 * @param key `<access key id>:<secret>`
 */
export function openLinkSigner(key: string): S3Client {
  const [accessKeyId = '', secretAccessKey = ''] = key.split(':');
  return new S3Client({
    ...awsObjectClient(),
    credentials: { accessKeyId, secretAccessKey },
    // A link for an upload would otherwise carry the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}
