import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { MAIL_MERGE_URL_SECONDS } from '../../core/domain/mail-merge-statuses.ts';
import { mailMergesFolder } from '../../core/domain/retention.ts';
import type { MailMerge } from '../../core/schemas/mail-merge.ts';
import { settleAll } from '../../core/settle-all.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { readObject } from './stored-objects.ts';
import { signPut } from './upload-links.ts';

type Owner = Pick<MailMerge, 'account_id' | 'id'>;

const keyOf = ({ account_id, id }: Owner, name: 'document.pdf' | 'rows.json') =>
  `${mailMergesFolder}${account_id}/${id}/${name}`;

/** The PDF and the rows of letters from a spreadsheet, in the bucket of uploads, which keeps no versions. */
export function openMailMergeFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  return {
    /** The PDF, or undefined when none was sent. */
    readDocument: (owner: Owner) => readObject(client, bucket, keyOf(owner, 'document.pdf')),

    /** The file of the rows, or undefined when none was sent. */
    readRows: (owner: Owner) => readObject(client, bucket, keyOf(owner, 'rows.json')),

    /** Deletes both, if they exist. */
    remove: async (owner: Owner): Promise<void> => {
      for (const name of ['document.pdf', 'rows.json'] as const)
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(owner, name) }));
    },
  };
}

export type MailMergeFiles = ReturnType<typeof openMailMergeFiles>;

/**
 * Signs URLs for a browser's upload of the two files. @param signer its credentials outlive the links
 * (`openLinkSigner`)
 */
export async function signMailMergeUrls(signer: S3Client, bucket: string, mailMerge: MailMerge) {
  const document = {
    key: keyOf(mailMerge, 'document.pdf'),
    contentType: 'application/pdf',
    size: mailMerge.document_size,
  };
  const rows = { key: keyOf(mailMerge, 'rows.json'), contentType: 'application/json', size: mailMerge.rows_size };
  const [document_url, rows_url] = await settleAll(
    [document, rows].map((file) => signPut(signer, bucket, file, MAIL_MERGE_URL_SECONDS, { once: true })),
  );
  return { document_url: document_url!, rows_url: rows_url! };
}
