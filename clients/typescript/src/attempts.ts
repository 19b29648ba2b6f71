import { ConnectionError, errorOf, type Outcome, problemIn, TimeoutError } from './errors.js';

export interface Patience {
  /** Maximum retries for one request. */
  maxRetries: number;
  /** Limit for each attempt, from connecting to the last byte of the response. */
  timeoutMs: number;
  /** Throws early if the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** Makes each attempt; default: the runtime's own `fetch`. Pass another one for a proxy, for example. */
  fetch: typeof fetch;
  /** Called after each attempt, for logs, or to read the headers of a response. What it throws goes to the caller. */
  onAttempt: (attempt: Attempt) => void;
}

/** One attempt of a call. */
export interface Attempt {
  method: string;
  /** Contains no API key; the URL of an upload contains its signature. */
  url: string;
  /** From 1. */
  number: number;
  idempotencyKey: string | null;
  milliseconds: number;
  /** Null if none arrived. Its body may be read. */
  response: Response | null;
  /** The header `Request-Id` of the response. */
  requestId: string | null;
}

/** A request, which can be sent several times. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Headers;
  body?: () => BodyInit;
  /** It creates, changes or charges something. */
  writes: boolean;
  /** The key of the call that this request only prepares. */
  prepares?: string;
}

export const defaultPatience: Patience = {
  maxRetries: 5,
  timeoutMs: 60_000,
  sleep,
  random: Math.random,
  fetch: (...given) => fetch(...given),
  onAttempt: () => undefined,
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** If the service asks for a longer wait, the error goes to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/**
 * The service looks up the idempotency key before it decides these, and answers a success under the key again. So they
 * also say that no earlier attempt took effect.
 */
const AFTER_THE_KEY = new Set([402, 403, 404, 409, 422]);

/**
 * Sends until a response is successful or an error is not worth retrying.
 * @returns the response, with its whole body read
 * @throws MaloteError for an error response; ConnectionError if none arrived; the signal's reason if aborted
 */
export async function attempt(outgoing: Outgoing, patience: Patience, aborted: AbortSignal): Promise<Response> {
  const idempotencyKey = outgoing.headers.get('idempotency-key');
  let lost = false;
  for (let attempts = 1; ; attempts++) {
    const started = Date.now();
    const { response, failure } = await once(outgoing, patience, aborted);
    const { method, url } = outgoing;
    const requestId = response?.headers.get('request-id') ?? null;
    const seen = { method, url, number: attempts, idempotencyKey, milliseconds: Date.now() - started, requestId };
    patience.onAttempt({ ...seen, response: response?.clone() ?? null });
    if (!failure) return response;
    lost = (lost && !(idempotencyKey !== null && failure.decided)) || failure.lost;
    const wait = failure.retryAfterMs;
    if (!failure.passing || attempts > patience.maxRetries || wait > LONGEST_RETRY_AFTER_MS)
      throw failure.error({
        attempts,
        idempotencyKey: outgoing.prepares ?? idempotencyKey,
        mayHaveTakenEffect: outgoing.writes && lost,
      });
    await patience.sleep(wait + jitter(attempts - 1, patience.random), aborted);
  }
}

/** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
function jitter(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
}

interface Failure {
  error: (outcome: Outcome) => Error;
  /** A later attempt may succeed. */
  passing: boolean;
  /** The request may have been carried out. */
  lost: boolean;
  /** The service has decided, after looking up the key. */
  decided: boolean;
  retryAfterMs: number;
}

type Result = { response: Response; failure?: never } | { response: Response | null; failure: Failure };

async function once(outgoing: Outgoing, patience: Patience, aborted: AbortSignal): Promise<Result> {
  const timeout = AbortSignal.timeout(patience.timeoutMs);
  const { method, url, headers, body } = outgoing;
  const signal = AbortSignal.any([aborted, timeout]);
  try {
    const answer = await patience.fetch(url, {
      method,
      headers,
      signal,
      ...(body && withBody(body())),
    });
    // A truncated response is a lost connection, so the whole body is read here.
    const bytes = await answer.arrayBuffer();
    const { status } = answer;
    const response = new Response(bytes.byteLength > 0 ? bytes : null, { status, headers: answer.headers });
    return answer.ok ? { response } : { response, failure: refusal(response, new TextDecoder().decode(bytes)) };
  } catch (cause) {
    aborted.throwIfAborted();
    const error = (outcome: Outcome) =>
      timeout.aborted
        ? new TimeoutError(`Timed out after ${patience.timeoutMs} ms.`, outcome, { cause })
        : new ConnectionError('The connection was lost.', outcome, { cause });
    return { response: null, failure: { error, passing: true, lost: true, decided: false, retryAfterMs: 0 } };
  }
}

/** A stream as a body needs `duplex`, which the types of the DOM lack: https://fetch.spec.whatwg.org/#dom-requestinit-duplex */
function withBody(body: BodyInit): RequestInit {
  return body instanceof ReadableStream ? ({ body, duplex: 'half' } as RequestInit) : { body };
}

/** A key in use means that an earlier attempt, whose response was lost, is still running. */
function refusal({ status, headers }: Response, text: string): Failure {
  const { type, code } = problemIn(text);
  const inUse = code === 'idempotency_key_in_use';
  return {
    error: (outcome) => errorOf(status, text, outcome),
    passing: status === 429 || status >= 500 || inUse,
    lost: status >= 500 || inUse,
    decided: type !== undefined && AFTER_THE_KEY.has(status) && !inUse,
    retryAfterMs: retryAfter(headers.get('retry-after')),
  };
}

/** Seconds, or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now; 0 without one. */
function retryAfter(value: string | null): number {
  if (value === null) return 0;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
