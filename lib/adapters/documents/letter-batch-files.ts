import { DeleteObjectCommand, HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { LETTER_BATCH_URL_SECONDS } from '../../core/domain/letter-batch-limits.ts';
import { mailMergesFolder } from '../../core/domain/retention.ts';
import type { MailMerge } from '../../core/schemas/mail-merge.ts';
import { sha256 } from '../../core/sha256.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { readObject } from './stored-objects.ts';
import { signPut } from './upload-links.ts';

type Owner = Pick<MailMerge, 'account_id' | 'id'>;

/** What the service derives from the files of a letter batch. Each is named by its hash and never replaced. */
export type DerivedFile = 'manifest' | 'slices' | 'documents';

const folderOf = ({ account_id, id }: Owner) => `${mailMergesFolder}${account_id}/${id}/`;
const sentRows = (owner: Owner) => `${folderOf(owner)}rows`;
const derived = (owner: Owner, kind: DerivedFile, digest: string) => `${folderOf(owner)}${kind}/${digest}`;

/** The files of letter batches, in the bucket of uploads, which keeps no versions. */
export function openLetterBatchFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
  return {
    /** Whether the rows have arrived. */
    hasRows: async (owner: Owner): Promise<boolean> => {
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: sentRows(owner) }));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },

    /** The rows as sent, or undefined when none were. */
    readRows: (owner: Owner) => readObject(client, bucket, sentRows(owner)),

    /** Stores a derived file, unless it is there. @returns its hash, which is its name */
    store: async (owner: Owner, kind: DerivedFile, bytes: Uint8Array): Promise<string> => {
      const digest = sha256(bytes);
      const Key = derived(owner, kind, digest);
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: bytes, IfNoneMatch: '*' }));
      } catch (error) {
        // The same bytes are there already.
        if ((error as { name?: string }).name !== 'PreconditionFailed') throw error;
      }
      return digest;
    },

    /** A derived file; undefined if it is gone, or is not the one of this hash. */
    read: async (owner: Owner, kind: DerivedFile, digest: string): Promise<Uint8Array | undefined> => {
      const bytes = await readObject(client, bucket, derived(owner, kind, digest));
      return bytes && sha256(bytes) === digest ? bytes : undefined;
    },

    /** Deletes a derived file, if it exists. */
    remove: (owner: Owner, kind: DerivedFile, digest: string) => remove(derived(owner, kind, digest)),

    /** Deletes the rows as sent, if they exist. */
    removeRows: (owner: Owner) => remove(sentRows(owner)),
  };
}

export type LetterBatchFiles = ReturnType<typeof openLetterBatchFiles>;

/**
 * The signed URL for the file of the rows, which takes one file. @param signer its credentials outlive the link
 * (`openLinkSigner`)
 */
export const signLetterBatchRows = (signer: S3Client, bucket: string, batch: MailMerge): Promise<string> =>
  signPut(
    signer,
    bucket,
    { key: sentRows(batch), contentType: 'application/octet-stream', size: batch.rows_size },
    LETTER_BATCH_URL_SECONDS,
    { once: true },
  );
