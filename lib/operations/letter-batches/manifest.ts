import type { LetterBatch, SentRow } from '../../core/domain/letter-batches.ts';
import type { MailMerge } from '../../core/schemas/mail-merge.ts';
import { concurrently } from '../concurrently.ts';
import type { LetterBatchDeps } from './letter-batch-deps.ts';
import type { BatchDocument } from './row-orders.ts';

/**
 * What a dry run has read: the hashes of its rows, a hundred in each slice, and of its PDFs. The letter batch stores the
 * hash of the manifest, and the quote's hash contains it, so letters are made from nothing else.
 */
export interface Manifest {
  slices: string[];
  documents: BatchDocument[];
}

/** The files of a letter batch as they were quoted, each read on first use; undefined if one is gone. */
export interface QuotedFiles {
  manifest: () => Promise<Manifest | undefined>;
  /** The row, counted from 1. */
  row: (row: number) => Promise<SentRow | undefined>;
  document: (sha256: string) => Promise<Uint8Array | undefined>;
}

/** @param slice whose rows are read, counted from 0 */
export function quotedFiles(
  { batchFiles }: Pick<LetterBatchDeps, 'batchFiles'>,
  batch: LetterBatch,
  slice: number,
  firstRow: number,
): QuotedFiles {
  const documents = new Map<string, Promise<Uint8Array | undefined>>();
  let manifest: Promise<Manifest | undefined> | undefined;
  let rows: Promise<SentRow[] | undefined> | undefined;
  const readManifest = () =>
    (manifest ??= readJson<Manifest>(batchFiles, batch, 'manifest', batch.batch.manifest_sha256));
  const readRows = async () => readJson<SentRow[]>(batchFiles, batch, 'slices', (await readManifest())?.slices[slice]);
  return {
    manifest: readManifest,
    row: async (row) => (await (rows ??= readRows()))?.[row - firstRow],
    document: (sha256) => {
      const read = documents.get(sha256) ?? batchFiles.read(batch, 'documents', sha256);
      documents.set(sha256, read);
      return read;
    },
  };
}

async function readJson<T>(
  files: LetterBatchDeps['batchFiles'],
  owner: MailMerge,
  kind: 'manifest' | 'slices',
  digest: string | null | undefined,
): Promise<T | undefined> {
  const bytes = digest ? await files.read(owner, kind, digest) : undefined;
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as T);
}

/** Deletions of files at once. */
const AT_ONCE = 20;

/** Deletes all files of a letter batch, the manifest last, so that a repetition finds what is left. */
export async function removeFiles(deps: Pick<LetterBatchDeps, 'batchFiles'>, batch: LetterBatch): Promise<void> {
  const { batchFiles } = deps;
  const { manifest_sha256 } = batch.batch;
  const manifest = await readJson<Manifest>(batchFiles, batch, 'manifest', manifest_sha256);
  const { slices = [], documents = [] } = manifest ?? {};
  await concurrently(slices, AT_ONCE, (digest) => batchFiles.remove(batch, 'slices', digest));
  await concurrently(documents, AT_ONCE, ({ sha256 }) => batchFiles.remove(batch, 'documents', sha256));
  await batchFiles.removeRows(batch);
  if (manifest_sha256) await batchFiles.remove(batch, 'manifest', manifest_sha256);
}
