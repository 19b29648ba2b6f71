import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { lowestId } from '../../core/domain/ids.ts';
import type { Manifest } from '../../core/domain/print-batches.ts';
import type { CarrierNumbers } from '../../core/schemas/print-batch.ts';
import { awsObjectClient } from '../net/aws-client.ts';
import { openTexts } from './exchange-files.ts';
import {
  type FileBuckets,
  type ManifestEntry,
  type ManifestMailing,
  readManifestMailings,
  renderManifest,
} from './manifest.ts';
import { findManifestLine } from './manifest-line.ts';

export const manifestForms = ['jsonl', 'csv'] as const;
export type ManifestForm = (typeof manifestForms)[number];

/** The manifests for the print house. */
export function openOutbox(bucket: string, buckets: FileBuckets, client = new S3Client(awsObjectClient())) {
  const texts = openTexts(bucket, client);
  const keysSince = async function* (instant: number): AsyncGenerator<string> {
    const StartAfter = `${FOLDER}${lowestId('print_batch', instant)}`;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: FOLDER, StartAfter },
    ))
      for (const { Key } of Contents) yield Key!;
  };
  return {
    /** Writes both forms of a batch's manifest. Writing again gives the same bytes. */
    writeManifest: async (batchId: string, mailings: readonly ManifestEntry[]): Promise<Manifest> => {
      const { jsonl, csv, manifest } = renderManifest(mailings, buckets);
      await texts.put(manifestKey(batchId, 'csv'), csv, 'text/csv; charset=utf-8');
      await texts.put(manifestKey(batchId, 'jsonl'), jsonl);
      return manifest;
    },

    /**
     * Writes down which object numbers and lots a batch took, before anything names them: after a restore to an earlier time
     * the table does not know them.
     */
    writeNumbers: async (batchId: string, numbers: BatchNumbers): Promise<void> => {
      await texts.put(numbersKey(batchId), JSON.stringify(numbers), 'application/json');
    },

    /** The numbers of batches that began at an instant or later, even if the table lacks the batch. */
    numbersSince: async function* (instant: number): AsyncGenerator<{ batch_id: string; numbers: BatchNumbers }> {
      for await (const key of keysSince(instant)) {
        const [, batch_id = ''] = key.split('/');
        if (key !== numbersKey(batch_id)) continue;
        yield { batch_id, numbers: JSON.parse((await texts.find(key)) ?? '') as BatchNumbers };
      }
    },

    /** A manifest in the outbox; undefined if there is none. */
    readManifest: (batchId: string, form: ManifestForm): Promise<string | undefined> =>
      texts.find(manifestKey(batchId, form)),

    /**
     * The mailings in manifests of batches that began at an instant or later, one manifest at a time, even if the table
     * lacks the batch.
     */
    mailingsSince: async function* (instant: number): AsyncGenerator<ManifestMailing[]> {
      for await (const key of keysSince(instant))
        if (key.endsWith('.jsonl')) yield readManifestMailings((await texts.find(key)) ?? '');
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

/** Object numbers and lots that a batch took from the stock of a posting card. */
export type BatchNumbers = CarrierNumbers & { card: string };

export type ManifestLines = ReturnType<typeof openManifestLines>;
export type Outbox = ReturnType<typeof openOutbox>;

const FOLDER = 'outbox/';

const numbersKey = (batchId: string) => `${FOLDER}${batchId}/numbers.json`;

/** The key of a batch's manifest. */
export function manifestKey(batchId: string, form: ManifestForm): string {
  return `${FOLDER}${batchId}/manifest.${form}`;
}
