import { attempt, type Patience } from './attempts.js';
import { ConnectionError } from './errors.js';
import { VERSION } from './version.js';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface PostOptions extends CallOptions {
  /** Default: a random key. Pass your own to retry a call after your program restarts. */
  idempotencyKey?: string;
}

/** Where and how calls are sent. */
export interface Connection {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  patience: Patience;
}

interface Call extends PostOptions {
  /** Replaces the parameter of the path. */
  id?: string;
  query?: object;
  body?: object;
  /** The key of the call that this one only prepares. */
  prepares?: string;
}

/**
 * Makes a call of the API. Every POST carries an Idempotency-Key, the same one on every attempt.
 * @param operation method and path, as the API's description has them
 * @returns the answer, and whether it is that of an earlier call with the same key
 */
export async function answerTo<T>(
  connection: Connection,
  operation: string,
  call: Call = {},
): Promise<{ data: T; replayed: boolean }> {
  const [method = '', path = ''] = operation.split(' ');
  const { id = '', query = {}, body, prepares, idempotencyKey = crypto.randomUUID() } = call;
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const filters =
    given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
  const url = `${connection.baseUrl}${path.replace(/\{\w+\}/, encodeURIComponent(id))}${filters}`;
  const headers = new Headers(connection.headers);
  if (method === 'POST') headers.set('idempotency-key', idempotencyKey);
  // `fetch` itself sets the type of a form, with its boundary.
  if (body && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  const content = body instanceof FormData ? body : JSON.stringify(body);
  const { signal = new AbortController().signal } = call;
  const writes = method !== 'GET' && !path.endsWith('/quote') && prepares === undefined;
  const outgoing = { method, url, headers, writes, prepares, ...(content && { body: () => content }) };
  const response = await attempt(outgoing, connection.patience, signal);
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  try {
    return { data: (await response.json()) as T, replayed };
  } catch (cause) {
    const key = prepares ?? headers.get('idempotency-key');
    const outcome = { attempts: 1, idempotencyKey: key, mayHaveTakenEffect: writes };
    throw new ConnectionError('The response is not JSON.', outcome, { cause });
  }
}

/** As `answerTo`, but only the answer. */
export async function call<T>(connection: Connection, operation: string, given?: Call): Promise<T> {
  return (await answerTo<T>(connection, operation, given)).data;
}

/** Browsers do not let programs set this header. */
export function userAgent(): { 'user-agent'?: string } {
  const runtime = globalThis.navigator?.userAgent ?? `Node.js/${globalThis.process?.versions.node}`;
  return runtime.startsWith('Mozilla/') ? {} : { 'user-agent': `malote-typescript/${VERSION} ${runtime}` };
}
