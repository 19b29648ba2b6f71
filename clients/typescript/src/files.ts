import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { attempt, type Patience } from './attempts.js';
import type { Client } from './generated/client/index.js';
import { lettersCreate, uploadsCreate, verificationsCreate } from './generated/sdk.gen.js';
import type { Letter, LetterInput, Verification, VerificationInput } from './generated/types.gen.js';

const MEGABYTE = 1024 * 1024;
/** The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`. */
const BASE64_BYTES = 3 * MEGABYTE;
const FORM_BYTES = 4 * MEGABYTE;
const UPLOAD_CHUNK_BYTES = 64 * 1024;

export interface WithFile {
  /** A path, the bytes, or a Blob such as a File. */
  file: string | Uint8Array | Blob;
  /** Default: the file's own name. */
  filename?: string;
  /** Values for the markers in the PDF. */
  variables?: LetterInput['document']['variables'];
}

export interface SendOptions {
  /** Default: a random key. Pass your own to retry a call after your program restarts. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Bytes sent so far; starts again at 0 when an attempt fails. Files up to 4 MB are reported once, at the end. */
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
}

export interface Sender {
  client: Client;
  patience: Patience;
}

interface ReadFile {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/** Creates a letter from a PDF, sent in the JSON, as a form or as an upload, depending on its size. */
export async function sendLetter(
  sender: Sender,
  { file, filename, variables, ...letter }: Omit<LetterInput, 'document'> & WithFile,
  options: SendOptions,
): Promise<Letter> {
  const read = await readWhole(file, filename);
  const { client } = sender;
  const sent = { client, throwOnError: true, ...keyed(options.idempotencyKey), signal: options.signal } as const;
  // A form cannot express `variables: {}`, which requests a check that the PDF has no markers.
  const inForm = !variables || Object.keys(variables).length > 0;
  if (read.bytes.length > BASE64_BYTES && read.bytes.length <= FORM_BYTES && inForm) {
    const body = formOf({ ...letter, variables });
    body.append('file', new Blob([read.bytes], { type: 'application/pdf' }), read.filename);
    const { data } = await client.post<{ 201: Letter }, unknown, true>({
      ...sent,
      url: '/letters',
      security: [{ scheme: 'bearer', type: 'http' }],
      body,
      bodySerializer: null,
      headers: { ...sent.headers, 'Content-Type': null },
    });
    done(read, options);
    return data;
  }
  const document = { ...(await documentOf(sender, read, options)), ...(variables && { variables }) };
  const { data } = await lettersCreate({ ...sent, body: { ...letter, document } });
  if (document.type === 'base64') done(read, options);
  return data;
}

/** Creates a verification from your own PDF, sent in the JSON or as an upload, depending on its size. */
export async function sendVerification(
  sender: Sender,
  { file, filename, variables, ...verification }: Omit<VerificationInput, 'document' | 'letter'> & WithFile,
  options: SendOptions,
): Promise<Verification> {
  const read = await readWhole(file, filename);
  const document = { ...(await documentOf(sender, read, options)), ...(variables && { variables }) };
  const sent = { client: sender.client, throwOnError: true, signal: options.signal } as const;
  const body = { ...verification, document };
  const { data } = await verificationsCreate({ ...sent, ...keyed(options.idempotencyKey), body });
  if (document.type === 'base64') done(read, options);
  return data;
}

/** The header for a key, if there is one. */
export function keyed(idempotencyKey: string | undefined): { headers?: { 'Idempotency-Key': string } } {
  return idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } };
}

async function documentOf(sender: Sender, read: ReadFile, options: SendOptions) {
  if (read.bytes.length <= BASE64_BYTES)
    return { type: 'base64', data: Buffer.from(read.bytes).toString('base64') } as const;
  return { type: 'upload', upload_id: await upload(sender, read, options) } as const;
}

/** @returns the id of the upload */
async function upload({ client, patience }: Sender, { bytes, filename }: ReadFile, options: SendOptions) {
  const { idempotencyKey, signal = new AbortController().signal } = options;
  // A key belongs to one request, so the upload gets its own, derived from the letter's.
  const key = idempotencyKey === undefined ? randomUUID() : createHash('sha256').update(idempotencyKey).digest('hex');
  const body = { filename, size: bytes.length };
  const { data } = await uploadsCreate({ client, throwOnError: true, ...keyed(key), signal, body });
  const headers = { 'content-type': 'application/pdf', 'content-length': String(bytes.length) };
  const put = (timed: AbortSignal) => {
    const init = { method: 'PUT', headers, body: progressStream(bytes, options), duplex: 'half', signal: timed };
    return fetch(data.upload_url, init as RequestInit);
  };
  await attempt(put, patience, signal);
  return data.id;
}

function progressStream(bytes: Uint8Array<ArrayBuffer>, { onProgress }: SendOptions): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  return new ReadableStream({
    pull(stream) {
      const chunk = bytes.subarray(sentBytes, sentBytes + UPLOAD_CHUNK_BYTES);
      if (chunk.length === 0) return stream.close();
      stream.enqueue(chunk);
      sentBytes += chunk.length;
      onProgress?.({ sentBytes, totalBytes: bytes.length });
    },
  });
}

function done({ bytes }: ReadFile, { onProgress }: SendOptions): void {
  onProgress?.({ sentBytes: bytes.length, totalBytes: bytes.length });
}

async function readWhole(file: WithFile['file'], filename?: string): Promise<ReadFile> {
  if (typeof file === 'string')
    return { bytes: new Uint8Array(await readFile(file)), filename: filename ?? basename(file) };
  const named = filename ?? (file instanceof File ? file.name : 'document.pdf');
  return { bytes: new Uint8Array(file instanceof Blob ? await file.arrayBuffer() : file), filename: named };
}

/** Form fields: objects use brackets, lists repeat the name. Null values are omitted, which means the same. */
function formOf(fields: object): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((item) => add(`${name}[]`, item));
    else if (typeof value === 'object') Object.entries(value).forEach(([key, item]) => add(`${name}[${key}]`, item));
    else form.append(name, String(value));
  };
  Object.entries(fields).forEach(([name, value]) => add(name, value));
  return form;
}
