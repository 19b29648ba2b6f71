import type { components } from './generated/public-api.d.ts';
import type { Problem } from './objects.ts';

type ErrorBody = components['schemas']['Error']['error'];

/** An error response, or no response at all (`status` 0). */
export class RequestFailed extends Error {
  readonly status: number;
  readonly code: string;
  /** Null without a response. */
  readonly requestId: string | null;
  readonly problems: readonly Problem[];

  constructor(status: number, body: Partial<Omit<ErrorBody, 'code'>> & { message: string; code?: string }) {
    super(body.message);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.requestId = body.request_id ?? null;
    this.problems = body.details ?? [];
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Options {
  query?: Query | undefined;
  body?: unknown;
  /** Makes a POST safe to repeat: it is done once, even if responses are lost. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends a request to the dashboard's API at `/api`; the browser adds the session cookie. */
export async function request<Answer>(method: Method, path: string, options: Options = {}): Promise<Answer> {
  const { query, body, idempotencyKey, signal } = options;
  const response = await answered(path + queryString(query), {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (answer === null) throw refusal(response, null);
  return answer;
}

export type FileType = 'application/json' | 'application/pdf';

/** Downloads a file to save, byte for byte. */
export async function download(path: string, type: FileType): Promise<Blob> {
  const response = await answered(path, { headers: { accept: type } });
  return response.blob();
}

/** What the service's clock is ahead of this device's, from the last response. */
let ahead = 0;

/** The service's time in epoch milliseconds; this device's clock may be wrong. */
export const serviceTime = () => Date.now() + ahead;

/** Returns the response, or throws if it is an error. */
async function answered(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  const headers = { ...init.headers, 'accept-language': document.documentElement.lang };
  const response = await fetch(`/api${path}`, { ...init, headers }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestFailed(0, { message: '', code: 'no_answer' });
  });
  const sentAt = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(sentAt)) ahead = sentAt - Date.now();
  if (response.ok) return response;
  throw refusal(response, (await response.json().catch(() => null)) as { error?: ErrorBody } | null);
}

function refusal(response: Response, answer: { error?: ErrorBody } | null): RequestFailed {
  const requestId = response.headers.get('request-id');
  return new RequestFailed(response.status, {
    message: '',
    ...(requestId === null ? {} : { request_id: requestId }),
    ...answer?.error,
  });
}

export function queryString(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Puts the bytes of a PDF to an upload's URL, which contains the signature. */
export async function putFile(url: string, file: Blob): Promise<void> {
  const status = await put(url, file, { 'content-type': 'application/pdf' });
  if (status < 200 || status > 299) throw new RequestFailed(status, { message: '', code: 'upload_failed' });
}

/**
 * Puts a file of letters from a spreadsheet to its URL, which takes one file. If there is one already, it may be that of
 * an earlier attempt whose response was lost: the service compares it with the declared hash.
 */
export async function putFileOnce(url: string, file: Blob, type: FileType): Promise<void> {
  const status = await put(url, file, { 'content-type': type, 'if-none-match': '*' });
  if (status !== 200 && status !== 412) throw new RequestFailed(status, { message: '', code: 'upload_failed' });
}

/** @returns the status; 0 without a response */
async function put(url: string, file: Blob, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body: file,
    credentials: 'omit',
  }).catch(() => undefined);
  return response?.status ?? 0;
}

/** SHA-256 of a file in hexadecimal. */
export async function sha256(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
