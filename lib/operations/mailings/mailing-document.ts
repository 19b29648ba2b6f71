import type { Uploads } from '../../adapters/data/mailings/uploads.ts';
import type { Download, Downloaded } from '../../adapters/documents/download.ts';
import type { UploadFiles } from '../../adapters/documents/upload-files.ts';
import { isId } from '../../core/domain/ids.ts';
import type { EditedDocument } from '../../core/domain/letter-edits.ts';
import type { MailingDocument } from '../../core/domain/mailing-fields.ts';
import { type Detail, type Flaw, Problem, type ValidFields } from '../../core/domain/problems.ts';
import type { SentFile } from '../../core/domain/sent-files.ts';
import { STANDARD_BASE64 } from '../../core/domain/text-patterns.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Upload, UPLOAD_MAX_BYTES, uploadRefusal } from '../../core/domain/uploads.ts';
import { inAscii } from '../../core/domain/web-urls.ts';
import type { DocumentInput } from '../../core/schemas/document.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';

type Variables = Record<string, string | number>;

/** A document sent as a form part; `file` and `variables` are fields of the form. */
export interface FileOrder {
  type: 'file';
  file: SentFile;
  variables?: Variables;
}

type UploadOrder = Extract<DocumentInput, { type: 'upload' }>;

export interface DocumentDeps {
  download: Download;
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
}

/** Largest PDFs by how they are sent, in binary megabytes (rule DOC-1). */
const BASE64_MAX_BYTES = 3 * MEGABYTE;
const FILE_MAX_BYTES = 4 * MEGABYTE;
/** Longest filename in characters, same as for an upload, and the default filename. */
const LONGEST_FILENAME = 255;
const DEFAULT_FILENAME = 'document.pdf';

/** An upload with the hash of the file that was read. */
export interface ReadUpload extends Upload {
  sha256: string;
  /** Whether it is the hash that a quote has stored. */
  isPinned: boolean;
}

/** A document with its bytes. */
export interface Content {
  bytes: Uint8Array;
  document: MailingDocument;
  variables: Record<string, string> | null;
  /** Where problems of the file are reported. */
  param: string;
  upload: ReadUpload | undefined;
}

type Read = { bytes: Uint8Array; document: MailingDocument; upload?: ReadUpload } | { details: Flaw[] };

/** The document's bytes, or why there are none; undefined if its shape is too broken to know. */
export async function readDocument(
  deps: DocumentDeps,
  accountId: string,
  order: ValidFields<DocumentInput | FileOrder>,
  now: number,
): Promise<Content | { details: Detail[] } | undefined> {
  const found = await findDocument(deps, accountId, order, now);
  if (!found) return undefined;
  const { param, read } = found;
  if ('details' in read) return { details: read.details.map((detail) => ({ param, ...detail })) };
  const variables = order.variables ? printableVariables(order.variables) : null;
  return { upload: undefined, ...read, variables, param };
}

/** The PDF of an upload, with the values of its markers; or why there is none, without details if it is the shape. */
export async function readUploadedDocument(
  deps: Pick<DocumentDeps, 'uploads' | 'uploadFiles'>,
  accountId: string,
  { upload_id, variables }: ValidFields<UploadOrder>,
  now: number,
): Promise<EditedDocument | { details: Detail[] }> {
  if (upload_id === undefined) return { details: [] };
  const read = await readUpload(deps, accountId, upload_id, now);
  if ('details' in read) return { details: read.details.map((flaw) => ({ param: 'document.upload_id', ...flaw })) };
  const { bytes, upload } = read;
  return { bytes, upload, filename: upload.filename, variables: variables ? printableVariables(variables) : null };
}

async function findDocument(
  deps: DocumentDeps,
  accountId: string,
  order: ValidFields<DocumentInput | FileOrder>,
  now: number,
): Promise<{ param: string; read: Read } | undefined> {
  // Invalid variables end the request before the document is stored.
  const variables = (order.variables as Variables | undefined) ?? null;
  switch (order.type) {
    case 'url':
      if (order.url === undefined) return undefined;
      return { param: 'document.url', read: await readUrl(deps, accountId, order.url, variables) };
    case 'upload':
      if (order.upload_id === undefined) return undefined;
      return { param: 'document.upload_id', read: await readUpload(deps, accountId, order.upload_id, now) };
    case 'base64':
      if (order.data === undefined) return undefined;
      return { param: 'document.data', read: readBase64(order.data, variables) };
    case 'file':
      if (order.file === undefined) return undefined;
      return { param: 'file', read: readFile(order.file as SentFile) };
    case undefined:
      return undefined;
  }
}

async function readUrl(
  { download }: DocumentDeps,
  accountId: string,
  url: string,
  variables: Variables | null,
): Promise<Read> {
  const downloaded = await download(url, accountId);
  if ('bytes' in downloaded)
    return { bytes: downloaded.bytes, document: { type: 'url', url: inAscii(url), variables } };
  return { details: [flawOfDownload(downloaded)] };
}

function flawOfDownload(refused: Exclude<Downloaded, { bytes: Uint8Array }>): Flaw {
  switch (refused.refusal) {
    case 'document_unreachable':
      return { code: 'document_unreachable', values: refused.flaw };
    case 'document_too_large':
      return tooLarge(UPLOAD_MAX_BYTES);
    case 'invalid_format':
      return { code: 'invalid_format', values: { format: 'https://' } };
  }
}

async function readUpload(
  deps: Pick<DocumentDeps, 'uploads' | 'uploadFiles'>,
  accountId: string,
  id: string,
  now: number,
): Promise<{ bytes: Uint8Array; document: MailingDocument; upload: ReadUpload } | { details: Flaw[] }> {
  // Skip malformed ids; they may be too long for a key.
  if (!isId('upload', id)) return { details: [{ code: 'upload_not_found' }] };
  // In parallel: most uploads are usable, and the id is enough to find the file.
  const [upload, bytes] = await settleAll([
    deps.uploads.find(accountId, id),
    deps.uploadFiles.read({ account_id: accountId, id }),
  ]);
  const refusal = uploadRefusal(upload, now);
  if (refusal || !upload) return { details: [{ code: refusal ?? 'upload_not_found' }] };
  if (!bytes) return { details: [{ code: 'upload_file_missing' }] };
  if (bytes.byteLength > UPLOAD_MAX_BYTES) return { details: [tooLarge(UPLOAD_MAX_BYTES)] };
  const digest = sha256(bytes);
  const isPinned = upload.sha256 !== undefined;
  if (isPinned && upload.sha256 !== digest) return { details: [{ code: 'upload_file_changed' }] };
  const read = { ...upload, sha256: digest, isPinned };
  return { bytes, upload: read, document: { type: 'upload', filename: upload.filename } };
}

/**
 * Pins the file of an upload that a quote accepts: a mailing is made of the same bytes or refused (rule UPL-3).
 * @throws Problem invalid_parameters if a concurrent quote has accepted another file
 */
export async function pinUpload(uploads: Pick<Uploads, 'pin'>, upload: ReadUpload | undefined): Promise<void> {
  if (!upload || upload.isPinned || (await uploads.pin(upload, upload.sha256)) === upload.sha256) return;
  throw Problem.invalid([{ param: 'document.upload_id', code: 'upload_file_changed' }]);
}

function readBase64(data: string, variables: Variables | null): Read {
  const bytes = decodeBase64(data);
  if (!bytes) return { details: [{ code: 'invalid_format', values: { format: 'base64' } }] };
  if (bytes.byteLength > BASE64_MAX_BYTES) return { details: [tooLarge(BASE64_MAX_BYTES)] };
  return { bytes, document: { type: 'base64', variables } };
}

/** A file part is treated like an upload (rule DOC-2). */
function readFile({ filename, content_type, bytes }: SentFile): Read {
  const details: Flaw[] = [];
  if (content_type !== 'application/pdf') details.push({ code: 'invalid_type', values: { type: 'application/pdf' } });
  if (bytes.byteLength > FILE_MAX_BYTES) details.push(tooLarge(FILE_MAX_BYTES));
  if ([...(filename ?? '')].length > LONGEST_FILENAME)
    details.push({ code: 'too_long', values: { maximum: LONGEST_FILENAME } });
  if (details.length > 0) return { details };
  return { bytes, document: { type: 'upload', filename: filename ?? DEFAULT_FILENAME } };
}

/** Numbers are printed as in JSON (rule DOC-10). A malformed value still counts for its marker. */
function printableVariables(variables: ValidFields<Variables>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]));
}

const standardBase64 = new RegExp(STANDARD_BASE64);

/** Only standard base64: Node ignores invalid characters. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !standardBase64.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

function tooLarge(maximum: number): Flaw {
  return { code: 'document_too_large', values: megabytes(maximum) };
}

function megabytes(bytes: number) {
  return { max_mb: bytes / MEGABYTE };
}
