import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { chargeInstant } from '../domain/brasilia.ts';
import { previewAvailableUntil, type Letter, type PrintFile } from '../domain/letters.ts';

/** Seconds a preview link works (spec, Letter). */
const PREVIEW_LINK_SECONDS = 3600;

/** The print-ready files of letters, which are also their previews: a letter holds no secret. */
export function openPrintFiles(bucket: string, now: () => number, client = new S3Client()) {
  return {
    /** Stores the file of a letter. Storing it again with the same bytes changes nothing, so a retried request may. */
    store: async (accountId: string, letterId: string, bytes: Uint8Array): Promise<PrintFile> => {
      const digest = createHash('sha256').update(bytes).digest();
      const key = `letters/${accountId}/${letterId}.pdf`;
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: 'application/pdf',
          // S3 refuses the object when what arrives differs.
          ChecksumSHA256: digest.toString('base64'),
        }),
      );
      return { key, sha256: digest.toString('hex'), size: bytes.byteLength };
    },

    /** A signed link to the letter as printed, or null when its time is over. */
    link: async (letter: Letter): Promise<string | null> => {
      const sendInstant = letter.send_date === null ? null : chargeInstant(letter.send_date);
      if (now() >= previewAvailableUntil(letter, sendInstant)) return null;
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: letter.print_file.key,
        ResponseContentType: 'application/pdf',
        ResponseContentDisposition: `inline; filename="${letter.id}.pdf"`,
      });
      return getSignedUrl(client, command, { expiresIn: PREVIEW_LINK_SECONDS });
    },

    /** Bytes stored under a print file's key, or undefined when it is not there. */
    size: async (file: PrintFile): Promise<number | undefined> => {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: file.key }));
        return ContentLength;
      } catch (error) {
        if (error instanceof Error && error.name === 'NotFound') return undefined;
        throw error;
      }
    },
  };
}

export type PrintFiles = ReturnType<typeof openPrintFiles>;
