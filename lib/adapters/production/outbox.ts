import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { lowestId } from '../../core/domain/ids.ts';
import type { BatchedMailing, Manifest } from '../../core/domain/print-batches.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { openTexts } from './exchange-files.ts';
import { type FileBuckets, type ManifestMailing, readManifestMailings, renderManifest } from './manifest.ts';
import { findManifestLine } from './manifest-line.ts';

export const manifestForms = ['jsonl', 'csv'] as const;
export type ManifestForm = (typeof manifestForms)[number];

/** The manifests for the print house. */
export function openOutbox(bucket: string, buckets: FileBuckets, client = new S3Client(awsObjectClient())) {
  const texts = openTexts(bucket, client);
  return {
    /** Writes both forms of a batch's manifest. Writing again gives the same bytes. */
    writeManifest: async (batchId: string, mailings: readonly BatchedMailing[]): Promise<Manifest> => {
      const { jsonl, csv, manifest } = renderManifest(mailings, buckets);
      await texts.put(manifestKey(batchId, 'csv'), csv, 'text/csv; charset=utf-8');
      await texts.put(manifestKey(batchId, 'jsonl'), jsonl);
      return manifest;
    },

    /** A manifest in the outbox; undefined if there is none. */
    readManifest: (batchId: string, form: ManifestForm): Promise<string | undefined> =>
      texts.find(manifestKey(batchId, form)),

    /**
     * The mailings in manifests of batches that began at an instant or later, one manifest at a time, even if the table
     * lacks the batch.
     */
    mailingsSince: async function* (instant: number): AsyncGenerator<ManifestMailing[]> {
      const StartAfter = `${FOLDER}${lowestId('print_batch', instant)}`;
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: FOLDER, StartAfter },
      )) {
        for (const { Key } of Contents) {
          if (!Key!.endsWith('.jsonl')) continue;
          yield readManifestMailings((await texts.find(Key!)) ?? '');
        }
      }
    },
  };
}

/** Single lines of the manifests in the outbox. */
export function openManifestLines(bucket: string, client = new S3Client(awsObjectClient())) {
  const texts = openTexts(bucket, client);
  return {
    /** The exact line of one mailing in its batch's JSON lines; undefined if there is none. */
    find: (batchId: string, mailingId: string): Promise<string | undefined> =>
      findManifestLine((first, bytes) => texts.findPart(manifestKey(batchId, 'jsonl'), first, bytes), mailingId),
  };
}

export type ManifestLines = ReturnType<typeof openManifestLines>;
export type Outbox = ReturnType<typeof openOutbox>;

const FOLDER = 'outbox/';

/** The key of a batch's manifest. */
export function manifestKey(batchId: string, form: ManifestForm): string {
  return `${FOLDER}${batchId}/manifest.${form}`;
}
