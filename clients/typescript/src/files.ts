import { attempt } from './attempts.js';
import { answerTo, call, type Connection, type PostOptions } from './calls.js';
import { MaloteError } from './errors.js';
import type { DocumentInput, LetterInput, Upload, VerificationInput } from './generated/types.gen.js';

const MEGABYTE = 1024 * 1024;
/** The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`. */
const BASE64_BYTES = 3 * MEGABYTE;
const FORM_BYTES = 4 * MEGABYTE;
const UPLOAD_CHUNK_BYTES = 64 * 1024;
/** Characters of base64 at a time; the longest list of arguments differs by runtime. */
const BASE64_CHUNK_BYTES = 3 * 8192;

export interface WithFile {
  /** A path, the bytes, or a Blob such as a File. A path needs a runtime with a file system. */
  file: string | Uint8Array | Blob;
  /** Default: the file's own name. */
  filename?: string;
  /** Values for the markers in the PDF. */
  variables?: LetterInput['document']['variables'];
}

export interface SendOptions extends PostOptions {
  /** Bytes sent so far; starts again at 0 when an attempt fails. Files up to 4 MB are reported once, at the end. */
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
}

export type LetterWithFile = Omit<LetterInput, 'document'> & WithFile;
export type VerificationWithFile = Omit<VerificationInput, 'document' | 'letter'> & WithFile;

export type KeyedOptions = SendOptions & { idempotencyKey: string };

export interface ReadFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/**
 * Makes a call with a PDF, sent in the JSON, as a form or as an upload, depending on its size.
 * @param forms whether the operation accepts forms
 */
export async function sendFile<T>(
  connection: Connection,
  operation: string,
  { file, filename, variables, ...fields }: LetterWithFile | VerificationWithFile,
  options: SendOptions,
  { forms }: { forms: boolean },
): Promise<T> {
  const read = await readWhole(file, filename);
  const { length } = read.bytes;
  const given = { idempotencyKey: crypto.randomUUID() as string, ...options };
  const withDocument = (document: DocumentInput) => ({
    ...fields,
    document: { ...document, ...(variables && { variables }) },
  });
  // A form cannot express `variables: {}`, which requests a check that the PDF has no markers.
  const inForm = forms && (!variables || Object.keys(variables).length > 0);
  if (length > BASE64_BYTES && !(inForm && length <= FORM_BYTES))
    return sendUpload(connection, operation, read, given, withDocument);
  const body =
    length <= BASE64_BYTES
      ? withDocument({ type: 'base64', data: base64(read.bytes) })
      : formOf({ ...fields, variables }, read);
  const answer = await call<T>(connection, operation, { ...given, body });
  options.onProgress?.({ sentBytes: length, totalBytes: length });
  return answer;
}

/**
 * Uploads the file, then makes the call with the upload. Repeated under the same key, both answer as before; but the
 * link of an upload expires earlier than the key. So the call itself tells whether the file had arrived, and if it had
 * not, the next upload takes its place. The keys of the uploads follow from the caller's.
 */
async function sendUpload<T>(
  connection: Connection,
  operation: string,
  read: ReadFile,
  options: KeyedOptions,
  withDocument: (document: DocumentInput) => object,
): Promise<T> {
  for (let earlier = 0; ; earlier++) {
    const { id, replayed } = await upload(connection, read, options, earlier);
    try {
      return await call<T>(connection, operation, {
        ...options,
        body: withDocument({ type: 'upload', upload_id: id }),
      });
    } catch (error) {
      if (!replayed || !(error instanceof MaloteError) || !needsAnotherUpload(error)) throw error;
    }
  }
}

/**
 * Uploads a file for the call with a key, which may have several.
 * @returns the upload, and whether an earlier call with the key made it
 */
export async function upload(
  connection: Connection,
  read: ReadFile,
  options: KeyedOptions,
  number: number,
): Promise<{ id: string; replayed: boolean }> {
  const idempotencyKey = await derivedKey(options.idempotencyKey, number);
  const body = { filename: read.filename, size: read.bytes.length };
  const order = { ...options, idempotencyKey, body, prepares: options.idempotencyKey };
  const { data, replayed } = await answerTo<Upload>(connection, 'POST /uploads', order);
  await put(connection, data.upload_url, read, options, { replayed, headers: { 'content-type': 'application/pdf' } });
  return { id: data.id, replayed };
}

/**
 * S3 answers 409 or 412 to a second file where only one is allowed, and 403 to a link that has expired. The first file
 * came with an earlier call, or with an attempt whose response was lost.
 */
function mayHaveFile({ status, attempts }: MaloteError, replayed: boolean): boolean {
  return status === 409 || status === 412 || (status === 403 && (replayed || attempts > 1));
}

const USELESS = new Set(['upload_file_missing', 'upload_expired', 'upload_file_changed']);

/** The upload never got its file; or the caller's key belongs to a call with a later upload. */
function needsAnotherUpload({ code, details }: MaloteError): boolean {
  return code === 'idempotency_key_reused' || details.some((detail) => USELESS.has(detail.code));
}

/** Sends a file to its link. A link that has its file, or may have it, is no error. */
export async function put(
  connection: Connection,
  url: string,
  { bytes }: ReadFile,
  options: KeyedOptions,
  link: { replayed: boolean; headers: Readonly<Record<string, string>> },
): Promise<void> {
  const headers = new Headers({ ...link.headers, 'content-length': String(bytes.length) });
  const body = () => (options.onProgress ? progressStream(bytes, options.onProgress) : bytes);
  const { signal = new AbortController().signal } = options;
  const outgoing = { method: 'PUT', url, headers, body, writes: false, prepares: options.idempotencyKey };
  try {
    await attempt(outgoing, connection.patience, signal);
  } catch (error) {
    if (!(error instanceof MaloteError) || !mayHaveFile(error, link.replayed)) throw error;
  }
}

/** A key belongs to one request, so each upload gets its own. */
async function derivedKey(key: string, number: number): Promise<string> {
  const text = new TextEncoder().encode(number === 0 ? key : `${key} ${number}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function progressStream(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: NonNullable<SendOptions['onProgress']>,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return new ReadableStream({
    pull(stream) {
      const chunk = bytes.subarray(sentBytes, sentBytes + UPLOAD_CHUNK_BYTES);
      if (chunk.length === 0) return stream.close();
      stream.enqueue(chunk);
      sentBytes += chunk.length;
      onProgress({ sentBytes, totalBytes: bytes.length });
    },
  });
}

export async function readWhole(
  file: WithFile['file'],
  filename?: string,
  nameless = 'document.pdf',
): Promise<ReadFile> {
  if (typeof file === 'string') {
    // Found at run time, so that bundles for browsers and workers do not look for it.
    const system = globalThis.process?.getBuiltinModule?.('node:fs/promises');
    if (!system) throw new TypeError('There is no file system here: pass the bytes or a Blob instead of a path.');
    const name = file.split(/[/\\]/).at(-1);
    return { bytes: new Uint8Array(await system.readFile(file)), filename: filename ?? name ?? nameless };
  }
  const bytes = new Uint8Array(file instanceof Blob ? await file.arrayBuffer() : file);
  // In Bun every Blob has a name, which may be undefined.
  const { name } = file as { name?: string };
  return { bytes, filename: filename ?? (name || nameless) };
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += BASE64_CHUNK_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_CHUNK_BYTES)));
  return text;
}

/** Objects use brackets, lists repeat the name. Null is omitted, which means the same. */
function formOf(fields: object, { bytes, filename }: ReadFile): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((item) => add(`${name}[]`, item));
    else if (typeof value === 'object') Object.entries(value).forEach(([key, item]) => add(`${name}[${key}]`, item));
    else form.append(name, String(value));
  };
  Object.entries(fields).forEach(([name, value]) => add(name, value));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename);
  return form;
}
