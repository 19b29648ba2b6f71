import type { Uploads } from '../data/uploads.ts';
import type { UploadFiles } from '../documents/upload-files.ts';
import { isId } from '../domain/ids.ts';
import type { MailingDocument } from '../domain/mailings.ts';
import type { Detail, Sound } from '../domain/problems.ts';
import { UPLOAD_MAX_BYTES, uploadRefusal, type Upload } from '../domain/uploads.ts';

/** A document as a customer orders it (spec, Document shapes). */
export type DocumentOrder =
  | { type: 'upload'; upload_id: string; variables?: Record<string, string | number> }
  | { type: 'base64'; data: string; variables?: Record<string, string | number> };

export interface DocumentDeps {
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
}

/** Largest PDF in base64, decoded: 3 binary megabytes (decisions, Documents). */
const BASE64_MAX_BYTES = 3_145_728;
const BYTES_A_MEGABYTE = 1_048_576;

/** A document with its bytes. */
export interface Content {
  bytes: Uint8Array;
  document: MailingDocument;
  variables: Record<string, string> | null;
  /** Where problems of the file are reported. */
  param: string;
  upload: Upload | undefined;
}

/** The document's bytes, or why there are none; undefined where its shape does not say which bytes are meant. */
export async function readDocument(
  deps: DocumentDeps,
  accountId: string,
  order: Sound<DocumentOrder>,
  now: number,
): Promise<Content | { details: Detail[] } | undefined> {
  const variables = order.variables ? printableVariables(order.variables) : null;
  switch (order.type) {
    case 'base64': {
      if (order.data === undefined) return undefined;
      const param = 'document.data';
      const bytes = decodeBase64(order.data);
      if (!bytes) return { details: [{ param, code: 'invalid_format', values: { format: 'base64' } }] };
      if (bytes.byteLength > BASE64_MAX_BYTES) return { details: [tooLarge(param, BASE64_MAX_BYTES)] };
      return {
        bytes,
        variables,
        param,
        upload: undefined,
        document: { type: 'base64', variables: (order as DocumentOrder).variables ?? null },
      };
    }
    case 'upload': {
      if (order.upload_id === undefined) return undefined;
      const param = 'document.upload_id';
      // An id of another form names nothing, and the table does not take every text as a key.
      const upload = isId('upload', order.upload_id) ? await deps.uploads.find(accountId, order.upload_id) : undefined;
      const refusal = uploadRefusal(upload, now);
      if (refusal || !upload) return { details: [{ param, code: refusal ?? 'upload_not_found' }] };
      const bytes = await deps.uploadFiles.read(upload);
      if (!bytes) return { details: [{ param, code: 'upload_file_missing' }] };
      if (bytes.byteLength > UPLOAD_MAX_BYTES) return { details: [tooLarge(param, UPLOAD_MAX_BYTES)] };
      return { bytes, variables, param, upload, document: { type: 'upload', filename: upload.filename } };
    }
    case undefined:
      return undefined;
  }
}

/** Numbers are printed as JSON writes them (decisions, Documents). One that is misshapen still has its marker. */
function printableVariables(variables: Sound<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]));
}

/** Standard base64 alone: Node would skip what it does not know. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

function tooLarge(param: string, maximum: number): Detail {
  return { param, code: 'document_too_large', values: { max_mb: maximum / BYTES_A_MEGABYTE } };
}
