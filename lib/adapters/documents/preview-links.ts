import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Preview } from '../../core/domain/mailing-fields.ts';

/** Seconds for which a preview link works (rule LTR-8). */
const PREVIEW_LINK_SECONDS = 3600;

/**
 * Links to previews in one bucket.
 * @param signer its credentials outlive the links (`openLinkSigner`)
 */
export function openPreviewLinks(bucket: string, now: () => number, signer: S3Client) {
  return {
    /** A signed link to a preview, or null when the preview has expired. */
    link: async ({ file, filename, available_until }: Preview): Promise<string | null> => {
      const instant = now();
      if (instant >= available_until) return null;
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: file.key,
        // It shows a recipient: no browser or proxy keeps it (RFC 9111 §5.2.2.5).
        ResponseCacheControl: 'private, no-store',
        ResponseContentType: 'application/pdf',
        ResponseContentDisposition: `inline; filename="${filename}"`,
      });
      return getSignedUrl(signer, command, { expiresIn: PREVIEW_LINK_SECONDS, signingDate: new Date(instant) });
    },
  };
}

export type PreviewLinks = ReturnType<typeof openPreviewLinks>;

/**
 * For moves of verifications without a response: only letters have links in events
 * (docs/decisions/preview-in-events.md).
 */
export const withoutLinks: PreviewLinks = { link: () => Promise.resolve(null) };
