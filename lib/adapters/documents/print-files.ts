import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { lowestId } from '../../core/domain/ids.ts';
import { fileNeededUntil } from '../../core/domain/letters.ts';
import { type MailingKind, mailingKindOf, type PrintFile } from '../../core/domain/mailing-fields.ts';
import { folderFor, foldersOf, quotesFolder } from '../../core/domain/retention.ts';
import { sha256, sha256Bytes } from '../../core/sha256.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { readObject } from './stored-objects.ts';

/** The owner of a file. */
type Owner = { id: string; account_id: string };

/** A file as its bucket lists it. */
export interface StoredFile {
  key: string;
  mailingId: string;
  /** Epoch milliseconds. */
  storedAt: number;
}

/** A new file's owner, with the dates that decide how long the file is kept. */
type NewOwner = Owner & { created_at: number; send_date?: string | null };

/**
 * Files of mailings in one bucket. Print files of letters are their previews as well, because a letter contains no secret;
 * those of verifications contain the code and are in a separate bucket.
 */
export function openPrintFiles(bucket: string, now: () => number, client = new S3Client(awsObjectClient())) {
  const read = ({ key }: Pick<PrintFile, 'key'>): Promise<Uint8Array | undefined> => readObject(client, bucket, key);

  const put = (key: string, bytes: Uint8Array, digest: Buffer) =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: 'application/pdf',
        // S3 rejects the object if it arrives damaged.
        ChecksumSHA256: digest.toString('base64'),
      }),
    );

  return {
    /**
     * Stores a file of a mailing. Files of other calls or earlier editions have other keys: only the committed one
     * counts, and no late file can replace it.
     * @param bytes salted, since the key outlives the file
     */
    store: async (owner: NewOwner, bytes: Uint8Array): Promise<PrintFile> => {
      const { created_at, send_date = null } = owner;
      const digest = sha256Bytes(bytes);
      const folder = folderFor(mailingKindOf(owner.id), fileNeededUntil({ created_at, send_date }), now());
      const key = `${keyBeginning(folder, owner)}-${digest.toString('hex').slice(0, 16)}.pdf`;
      await put(key, bytes, digest);
      return { key, sha256: digest.toString('hex'), size: bytes.byteLength };
    },

    /** Stores the preview of a quote, which S3 deletes at the end of the next day. */
    storeQuoted: async (accountId: string, bytes: Uint8Array): Promise<Pick<PrintFile, 'key'>> => {
      const digest = sha256Bytes(bytes);
      const key = `${quotesFolder}${accountId}/preview-${digest.toString('hex').slice(0, 16)}.pdf`;
      await put(key, bytes, digest);
      return { key };
    },

    /**
     * The bytes of a file, or undefined when it does not exist.
     * @throws Error when they are not those that its mailing has committed
     */
    read: async (file: Pick<PrintFile, 'key' | 'sha256'>): Promise<Uint8Array | undefined> => {
      const bytes = await read(file);
      if (bytes && sha256(bytes) !== file.sha256) throw new Error(`the file ${file.key} is not the committed one`);
      return bytes;
    },

    /** Deletes a file, if it exists. */
    remove: async ({ key }: Pick<PrintFile, 'key'>): Promise<void> => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    /** Deletes every file of a mailing permanently, including earlier editions and older versions. */
    removeAllOf: async (mailing: Owner): Promise<void> => {
      for (const folder of foldersOf(mailingKindOf(mailing.id))) {
        const list = new ListObjectVersionsCommand({ Bucket: bucket, Prefix: keyBeginning(folder, mailing) });
        // Each page is the first page: its files are deleted before the next request.
        for (let more = true; more;) {
          const { Versions = [], DeleteMarkers = [], IsTruncated } = await client.send(list);
          for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
            await client.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }));
          more = IsTruncated === true;
        }
      }
    },

    /** The files of an account's mailings that were created at an instant or later, page by page. */
    storedSince: async function* (accountId: string, kind: MailingKind, since: number): AsyncGenerator<StoredFile[]> {
      for (const folder of foldersOf(kind)) {
        const Prefix = `${folder}${accountId}/`;
        const StartAfter = `${Prefix}${lowestId(kind, since)}`;
        const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix, StartAfter });
        for await (const { Contents = [] } of pages) {
          yield Contents.map(({ Key, LastModified }) => {
            const mailingId = Key!.slice(Prefix.length).split('-', 1)[0]!;
            return { key: Key!, mailingId, storedAt: LastModified!.getTime() };
          });
        }
      }
    },

    /** Whether a file with that name and size exists, for callers without permission to read it. */
    isThere: async ({ key, size }: Pick<PrintFile, 'key' | 'size'>): Promise<boolean> => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));
      return Contents.some((found) => found.Key === key && found.Size === size);
    },

    /**
     * Restores a deleted file from an older version; the bucket keeps versions for a month.
     * @returns false when there is none
     */
    bringBack: async ({ key, sha256: digest, size }: PrintFile): Promise<boolean> => {
      const list = new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key });
      const { Versions = [] } = await client.send(list);
      for (const { Key, Size, VersionId } of Versions) {
        if (Key !== key || Size !== size) continue;
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId }));
        const bytes = await Body!.transformToByteArray();
        const found = sha256Bytes(bytes);
        if (found.toString('hex') !== digest) continue;
        await put(key, bytes, found);
        return true;
      }
      return false;
    },

    /**
     * Whether the file exists unchanged. S3 returns the SHA-256 that it verified on upload, so nothing is downloaded;
     * only a file without one is read.
     */
    isIntact: async (file: PrintFile): Promise<boolean> => {
      try {
        const head = new HeadObjectCommand({ Bucket: bucket, Key: file.key, ChecksumMode: 'ENABLED' });
        const { ContentLength, ChecksumSHA256: checksum } = await client.send(head);
        if (ContentLength !== file.size) return false;
        if (checksum !== undefined) return Buffer.from(checksum, 'base64').toString('hex') === file.sha256;
        const bytes = await read(file);
        return bytes !== undefined && sha256(bytes) === file.sha256;
      } catch (error) {
        if (error instanceof Error && error.name === 'NotFound') return false;
        throw error;
      }
    },
  };
}

export type PrintFiles = ReturnType<typeof openPrintFiles>;

/** Ids have the same length, so none is a prefix of another. */
function keyBeginning(folder: string, { id, account_id }: Owner): string {
  return `${folder}${account_id}/${id}`;
}
