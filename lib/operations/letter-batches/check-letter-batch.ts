import { canonicalJson } from '../../core/canonical-json.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type LetterBatch, offerOf } from '../../core/domain/letter-batches.ts';
import { type Slice, SLICE_ROWS } from '../../core/domain/mail-merges.ts';
import { type Price, priceOf } from '../../core/domain/prices.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import type { LetterBatchQuote, LetterBatchSlice } from '../../core/schemas/letter-batch.ts';
import type { MailMergeRow } from '../../core/schemas/mail-merge.ts';
import { sha256 } from '../../core/sha256.ts';
import { concurrently } from '../concurrently.ts';
import { type PreparedLetter, prepareLetter } from '../letters/prepare-letter.ts';
import type { DocumentDeps } from '../mailings/mailing-document.ts';
import { endBatch, type VersionedBatch } from './end-letter-batch.ts';
import type { LetterBatchDeps } from './letter-batch-deps.ts';
import { type QuotedFiles, quotedFiles } from './manifest.ts';
import { orderOfRow, problemsOfRow } from './row-orders.ts';
import { parseRow } from './sent-rows.ts';

/** Rows of a slice in progress at once: one is rendered while the other is stored. */
const AT_ONCE = 2;

/**
 * Checks the rows of a slice as their creation would, and stores the price of each that becomes a letter, or its
 * problems (rule LBT-5). A slice may be checked again or concurrently: the first findings count.
 * @param hasTime whether more rows may be checked; otherwise the slice goes back to the queue
 */
export async function checkSlice(
  deps: LetterBatchDeps,
  batch: LetterBatch,
  slice: Slice,
  hasTime: () => boolean,
): Promise<void> {
  const account = await deps.accounts.find(batch.account_id);
  if (!account) return;
  const position = Math.floor((slice.first - 1) / SLICE_ROWS);
  const files = quotedFiles(deps, batch, position, position * SLICE_ROWS + 1);
  const known = new Set((await deps.mailMerges.results(slice)).map(({ row }) => row));
  const rows = Array.from({ length: slice.last - slice.first + 1 }, (_, index) => slice.first + index);
  const open = rows.filter((row) => !known.has(row));
  let isComplete = true;
  const found = await concurrently(open, AT_ONCE, async (row) => {
    isComplete &&= hasTime();
    return isComplete ? judgeRow(deps, batch, account, files, row) : undefined;
  });
  if (!isComplete) return deps.queue.send([slice]);
  const offers = new Map<string, { price: Price; rows: number[] }>();
  for (const judged of found.filter((each) => each !== undefined)) {
    if ('problems' in judged) await deps.mailMerges.endRow(batch, judged);
    else {
      const key = JSON.stringify(judged.price);
      const offer = offers.get(key) ?? { price: judged.price, rows: [] };
      offer.rows.push(judged.row);
      offers.set(key, offer);
    }
  }
  const listed = [...offers.values()];
  const offered = listed.reduce((sum, offer) => sum + offer.rows.length, 0);
  const { first, last } = slice;
  await deps.letterBatches.addSlice(batch, {
    slice: position,
    first,
    last,
    offers: listed,
    refused: rows.length - offered,
  });
}

/** Offers the letters once every slice is checked. */
export async function quoteBatch(deps: LetterBatchDeps, found: VersionedBatch): Promise<void> {
  const { mailMerge: batch } = found;
  const slices = await deps.letterBatches.slices(batch);
  if (slices.length < Math.ceil(batch.rows / SLICE_ROWS)) return;
  await endBatch(deps, found, { to: 'quoted', batch: { quote: quoteOf(batch, slices) } }, { slices });
}

/** The offer with its hash, which states what is printed too: the manifest has the hashes of all rows and PDFs. */
function quoteOf(batch: LetterBatch, slices: readonly LetterBatchSlice[]): LetterBatchQuote {
  const offer = offerOf(batch, slices);
  const { manifest_sha256 } = batch.batch;
  return { hash: sha256(canonicalJson({ letter_batch: batch.id, manifest_sha256, ...offer })), ...offer };
}

async function judgeRow(
  deps: LetterBatchDeps,
  batch: LetterBatch,
  account: Account,
  files: QuotedFiles,
  row: number,
): Promise<{ row: number; price: Price } | MailMergeRow> {
  const prepared = await prepareRow(deps, batch, account, files, row);
  if (!('problems' in prepared)) return { row, price: priceOf(deps.prices[account.plan], prepared.letter) };
  const { line, problems } = prepared;
  return { row, line, state: 'refused', letter_id: null, total: null, problems };
}

/** The line of a row and the order of its letter, or why there is none. */
export type OrderedRow = { line: number | null } & (
  { problems: Detail[] } | { order: object; documents: DocumentDeps; own: Detail[] }
);

/** A row as an order, with its PDF. The order of a row whose own fields have problems only serves to find the others. */
export async function orderedRow(batch: LetterBatch, files: QuotedFiles, row: number): Promise<OrderedRow> {
  const sent = await files.row(row);
  const manifest = await files.manifest();
  if (!sent || !manifest)
    return { line: sent?.line ?? null, problems: [{ param: 'rows', code: 'upload_file_missing' }] };
  const { line } = sent;
  if (sent.json === undefined) return { line, problems: sent.problems ?? [] };
  const judged = orderOfRow(batch, parseRow(sent.json), manifest.documents);
  if (!('order' in judged)) return { line, problems: judged.problems };
  const { document, order, problems: own } = judged;
  const bytes = await files.document(document.sha256);
  if (!bytes) return { line, problems: [...own, { param: 'document', code: 'upload_file_missing' }] };
  return { line, order, own, documents: documentsOf(batch, document, bytes) };
}

/** The copy of an upload, in place of the upload. */
function documentsOf(
  { account_id, created_at }: LetterBatch,
  { upload_id: id, filename }: { upload_id: string; filename: string },
  bytes: Uint8Array,
): DocumentDeps {
  const upload = {
    id,
    account_id,
    filename,
    size: bytes.byteLength,
    upload_url_expires_at: created_at,
    expires_at: Infinity,
    created_at,
    used_by: null,
  };
  return {
    download: () => Promise.reject(new Error('a letter batch downloads nothing')),
    uploads: { find: async () => upload },
    uploadFiles: { read: async () => bytes },
  };
}

async function prepareRow(
  deps: LetterBatchDeps,
  batch: LetterBatch,
  account: Account,
  files: QuotedFiles,
  row: number,
): Promise<{ line: number; letter: PreparedLetter } | { line: number | null; problems: Detail[] }> {
  const ordered = await orderedRow(batch, files, row);
  if ('problems' in ordered) return ordered;
  const { line, order, documents, own } = ordered;
  try {
    const letter = await prepareLetter(
      { ...deps, ...documents },
      { account, now: deps.now(), ...deps.judgeJson(order) },
    );
    return own.length > 0 ? { line, problems: own } : { line: line!, letter };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_parameters') throw error;
    return { line, problems: problemsOfRow(own, error.details ?? []) };
  }
}
