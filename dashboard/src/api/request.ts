import type { components } from './schema.d.ts';

type ErrorBody = components['schemas']['Error']['error'];
export type Problem = components['schemas']['ErrorDetails'][number];

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

/** Returns the response, or throws if it is an error. */
async function answered(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  const headers = { ...init.headers, 'accept-language': document.documentElement.lang };
  const response = await fetch(`/api${path}`, { ...init, headers }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestFailed(0, { message: '', code: 'no_answer' });
  });
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

/** Puts the bytes of a file, a PDF by default, to an upload's URL, which contains the signature. */
export async function putFile(url: string, file: Blob, type: FileType = 'application/pdf'): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: file,
    credentials: 'omit',
  }).catch(() => undefined);
  if (!response?.ok) throw new RequestFailed(response?.status ?? 0, { message: '', code: 'upload_failed' });
}
