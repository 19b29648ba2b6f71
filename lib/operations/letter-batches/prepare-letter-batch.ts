import type { VersionedMailMerge } from '../../adapters/data/mailings/mail-merges.ts';
import { type LetterBatch, mostRows, type SentRow } from '../../core/domain/letter-batches.ts';
import { SLICE_ROWS, slicesOf } from '../../core/domain/mail-merges.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { concurrently } from '../concurrently.ts';
import { countToday } from '../count-today.ts';
import { readUploadedDocument } from '../mailings/mailing-document.ts';
import { endBatch } from './end-letter-batch.ts';
import type { LetterBatchDeps } from './letter-batch-deps.ts';
import type { Manifest } from './manifest.ts';
import type { BatchDocument } from './row-orders.ts';
import { rowsOfLines } from './sent-rows.ts';

/** Files stored at once. */
const AT_ONCE = 16;

/**
 * Begins a dry run: reads the rows and the PDFs once, stores them by their hashes, and queues the check of each slice.
 * Repeating it is harmless: the rows cannot be replaced, and only one manifest is stored. Rows or PDFs that cannot be
 * used end the letter batch as failed.
 */
export async function prepareLetterBatch(
  deps: LetterBatchDeps,
  found: VersionedMailMerge & { mailMerge: LetterBatch },
): Promise<void> {
  const { mailMerge: batch } = found;
  const [documents, rows] = [await takeDocuments(deps, batch), await takeRows(deps, batch)];
  const problems = [...rows.problems, ...documents.problems];
  if (problems.length === 0) problems.push(...(await countRows(deps, batch, rows.count)));
  if (problems.length > 0) {
    await endBatch(deps, found, { to: 'failed', batch: { problems, ended_at: deps.now() } });
    return;
  }
  const manifest: Manifest = { slices: rows.slices, documents: documents.documents };
  const manifest_sha256 = await deps.batchFiles.store(batch, 'manifest', Buffer.from(JSON.stringify(manifest)));
  const after = { ...batch, rows: rows.count, batch: { ...batch.batch, manifest_sha256 } };
  if (!(await deps.mailMerges.move(found, after))) return;
  await deps.queue.send(slicesOf(after));
}

/** Copies the uploads, so that they stay unused and may be replaced or expire. */
async function takeDocuments(deps: LetterBatchDeps, batch: LetterBatch) {
  const documents: BatchDocument[] = [];
  const problems: Detail[] = [];
  for (const [index, { name, upload_id }] of batch.batch.documents.entries()) {
    const read = await readUploadedDocument(
      deps,
      batch.account_id,
      { type: 'upload', upload_id, variables: undefined },
      deps.now(),
    );
    if ('details' in read) {
      problems.push(...read.details.map((detail) => ({ ...detail, param: `documents[${index}].upload_id` })));
      continue;
    }
    const sha256 = await deps.batchFiles.store(batch, 'documents', read.bytes);
    documents.push({ name, upload_id, filename: read.filename, sha256 });
  }
  return { documents, problems };
}

/** A worker that dies afterwards counts the rows twice, never not at all. */
async function countRows(deps: LetterBatchDeps, { account_id }: LetterBatch, amount: number): Promise<Detail[]> {
  const over = await countToday(deps, account_id, { operation: 'letter-batches-quote', kind: 'rows', amount });
  return over ? [{ param: 'rows', code: 'too_many_rows_today', values: { max_items: over.most } }] : [];
}

interface TakenRows {
  slices: string[];
  count: number;
  problems: Detail[];
}

async function takeRows(deps: LetterBatchDeps, batch: LetterBatch): Promise<TakenRows> {
  const none = (problem: Detail): TakenRows => ({ slices: [], count: 0, problems: [problem] });
  const file = await deps.batchFiles.readRows(batch);
  if (!file) return none({ param: 'rows', code: 'upload_file_missing' });
  const sheet = batch.batch.format === 'spreadsheet' ? await deps.readSheet(file, batch.filename) : undefined;
  if (typeof sheet === 'string')
    return none({ param: 'rows', code: 'invalid_format', values: { format: `XLSX, CSV (${sheet})` } });
  const most = mostRows(batch.account_id);
  const slices: SentRow[][] = [];
  let count = 0;
  for (const row of sheet ?? rowsOfLines(file)) {
    if (++count > most) return none({ param: 'rows', code: 'too_long', values: { max_items: most } });
    if (count % SLICE_ROWS === 1) slices.push([]);
    slices.at(-1)!.push(row);
  }
  if (count === 0) return none({ param: 'rows', code: 'too_short', values: { min_items: 1 } });
  const store = (rows: SentRow[]) => deps.batchFiles.store(batch, 'slices', Buffer.from(JSON.stringify(rows)));
  return { slices: await concurrently(slices, AT_ONCE, store), count, problems: [] };
}
