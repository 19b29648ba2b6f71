import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ConnectionError, errorOf, MaloteError, TimeoutError } from './errors.js';

export interface Patience {
  /** Maximum retries for one request. */
  maxRetries: number;
  /** Limit for each attempt, from connecting to the last byte of the response. */
  timeoutMs: number;
  /** Throws early if the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

export const defaultPatience: Patience = {
  maxRetries: 5,
  timeoutMs: 60_000,
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  random: Math.random,
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** If the service asks for a longer wait, the error goes to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Sends until a response is successful or an error is not worth retrying.
 * @param send one attempt, which must be safe to repeat
 * @returns the response, with its whole body read
 * @throws MaloteError for an error response; ConnectionError if none arrived; the signal's reason if aborted
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  patience: Patience,
  aborted: AbortSignal,
): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const outcome = await once(send, patience.timeoutMs, aborted);
    if (outcome instanceof Response) return outcome;
    const retryAfter = outcome.retryAfterMs ?? 0;
    if (!outcome.passing || retries >= patience.maxRetries || retryAfter > LONGEST_RETRY_AFTER_MS) throw outcome.error;
    await patience.sleep(retryAfter + jitter(retries, patience.random), aborted);
  }
}

/** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
function jitter(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
}

interface Failure {
  error: Error;
  /** A later attempt may succeed. */
  passing: boolean;
  retryAfterMs?: number;
}

async function once(
  send: (signal: AbortSignal) => Promise<Response>,
  timeoutMs: number,
  aborted: AbortSignal,
): Promise<Response | Failure> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(AbortSignal.any([aborted, timeout]));
    // A truncated response is a lost connection, so the whole body is read here.
    const body = await response.arrayBuffer();
    const { status, headers } = response;
    if (response.ok) return new Response(body.byteLength > 0 ? body : null, { status, headers });
    const error = errorOf(status, new TextDecoder().decode(body));
    return { error, passing: isPassing(error), retryAfterMs: retryAfter(headers.get('retry-after')) };
  } catch (cause) {
    aborted.throwIfAborted();
    if (timeout.aborted)
      return { error: new TimeoutError(`Timed out after ${timeoutMs} ms.`, { cause }), passing: true };
    return { error: new ConnectionError('The connection was lost.', { cause }), passing: true };
  }
}

/** A key in use means that an earlier attempt, whose response was lost, is still running. */
function isPassing({ status, code }: MaloteError): boolean {
  return status === 429 || status >= 500 || code === 'idempotency_key_in_use';
}

/** Seconds, or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** A fetch that retries. Every POST carries an Idempotency-Key, the same one on every attempt. */
export function patientFetch(patience: Patience): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers, signal } = request;
    if (method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
    const body = request.body ? await request.arrayBuffer() : undefined;
    return attempt((timed) => fetch(url, { method, headers, body, signal: timed }), patience, signal);
  };
}
