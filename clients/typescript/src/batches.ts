import { answerTo, call, type Connection } from './calls.js';
import { put, readWhole, type SendOptions, upload, type WithFile } from './files.js';
import type { LetterBatch, LetterBatchInput, LetterBatchWithRowsUrl } from './generated/types.gen.js';

export interface LetterBatchWithFiles extends Pick<LetterBatchInput, 'letter' | 'format'> {
  /** The rows, up to 64 MB: JSON lines, or a spreadsheet if the name ends in `.xlsx` or `.csv`, unless `format` differs. */
  rows: WithFile['file'];
  /** Default: the file's own name. */
  filename?: string;
  /** 1 to 10 PDFs. A row without `document.name` uses the first one. */
  documents: readonly { name: string; file: WithFile['file'] }[];
}

const ROWS_HEADERS = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };

/**
 * Uploads the PDFs, creates the batch, sends its rows and starts the dry run. Repeated under the same key, each step
 * answers as before, and the dry run itself tells whether the rows have arrived.
 */
export async function prepareBatch(
  connection: Connection,
  { rows, filename, documents, letter, format }: LetterBatchWithFiles,
  options: SendOptions,
): Promise<LetterBatch> {
  const given = { idempotencyKey: crypto.randomUUID() as string, ...options };
  const quiet = { ...given, onProgress: undefined };
  const read = await readWhole(rows, filename, 'rows');
  const uploads: LetterBatchInput['documents'] = [];
  // The keys of the uploads follow from the caller's.
  for (const [index, { name, file }] of documents.entries()) {
    const { id } = await upload(connection, await readWhole(file), quiet, index + 1);
    uploads.push({ name, upload_id: id });
  }
  const body: LetterBatchInput = {
    filename: read.filename,
    size: read.bytes.length,
    format: format ?? (/\.(xlsx|csv)$/i.test(read.filename) ? 'spreadsheet' : 'json_lines'),
    documents: uploads,
    ...(letter && { letter }),
  };
  const { data, replayed } = await answerTo<LetterBatchWithRowsUrl>(connection, 'POST /letter-batches', {
    ...given,
    body,
  });
  await put(connection, data.rows_url, read, given, { replayed, headers: ROWS_HEADERS });
  const { signal } = options;
  return call<LetterBatch>(connection, 'POST /letter-batches/{letter_batch_id}/quote', { signal, id: data.id });
}
