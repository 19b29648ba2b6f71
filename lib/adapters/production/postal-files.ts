import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import type { CarrierMailing } from '../../core/domain/carrier-mailings.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { openTexts } from './exchange-files.ts';

/** Objects that one call of S3 deletes at most. */
const DELETED_AT_ONCE = 1000;

/** A file beside the lines of a batch. */
export interface PostalFile {
  name: string;
  body: string | Uint8Array;
  /** Media type. */
  type: string;
}

/**
 * The files of batches with names and addresses, in a bucket of their own (rule PRD-15). It has no versions: what is
 * removed is gone.
 */
export function openPostalFiles(bucket: string, client = new S3Client(awsObjectClient())) {
  const texts = openTexts(bucket, client);
  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = [];
    for (let ContinuationToken: string | undefined; ;) {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }),
      );
      found.push(...(page.Contents ?? []).map(({ Key }) => Key!));
      if (!page.IsTruncated) return found;
      ContinuationToken = page.NextContinuationToken;
    }
  };
  return {
    /** Writes the files of a batch, its lines last. Writing again replaces them. */
    write: async (
      batchId: string,
      mailings: readonly CarrierMailing[],
      files: readonly PostalFile[],
    ): Promise<void> => {
      for (const { name, body, type } of files) await texts.put(`${batchId}/${name}`, body, type);
      await texts.put(postalFileKey(batchId), mailings.map((mailing) => `${JSON.stringify(mailing)}\n`).join(''));
    },

    /** The batches that have files. */
    batches: async (): Promise<string[]> => [...new Set((await keys('')).map((key) => key.split('/')[0]!))],

    /** Removes all files of a batch. */
    remove: async (batchId: string): Promise<void> => {
      const all = await keys(`${batchId}/`);
      for (let start = 0; start < all.length; start += DELETED_AT_ONCE) {
        const Objects = all.slice(start, start + DELETED_AT_ONCE).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors[0]) throw new Error(`${Errors[0].Key} was not removed: ${Errors[0].Code}`);
      }
    },
  };
}

export type PostalFiles = ReturnType<typeof openPostalFiles>;

/** The key of a batch's lines. */
export const postalFileKey = (batchId: string) => `${batchId}/postal.jsonl`;
