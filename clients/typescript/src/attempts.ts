import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ConnectionError, errorOf, MaloteError, TimeoutError } from './errors.js';

export interface Patience {
  /** How often a request is tried again. */
  maxRetries: number;
  /** For each try, from the connection to the last byte of the answer. */
  timeoutMs: number;
  /** Ends early, by throwing, when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
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
/** A service that asks for more patience than this gets its answer told to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Sends until an answer is a success, or a refusal that no retry changes.
 * @param send one try, which must be safe to repeat
 * @returns the answer, with its whole body read
 * @throws MaloteError for a refusal; ConnectionError when no try got an answer; the signal's reason when it is aborted
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

/** Anything from nothing to a pause that doubles, so that clients which failed together do not come back together. */
function jitter(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
}

interface Failure {
  error: Error;
  /** A later try may succeed. */
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
    // An answer that breaks off is a lost connection, so all of it is read here.
    const body = await response.arrayBuffer();
    const { status, headers } = response;
    if (response.ok) return new Response(body.byteLength > 0 ? body : null, { status, headers });
    const error = errorOf(status, new TextDecoder().decode(body));
    return { error, passing: isPassing(error), retryAfterMs: retryAfter(headers.get('retry-after')) };
  } catch (cause) {
    aborted.throwIfAborted();
    if (timeout.aborted) return { error: new TimeoutError(`No answer in ${timeoutMs} ms.`, { cause }), passing: true };
    return { error: new ConnectionError('The connection was lost.', { cause }), passing: true };
  }
}

/** A key in use means that an earlier try, whose answer was lost, is still running. */
function isPassing({ status, code }: MaloteError): boolean {
  return status === 429 || status >= 500 || code === 'idempotency_key_in_use';
}

/** Seconds, or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** A fetch that tries again. Every POST carries an Idempotency-Key, the same one on every try. */
export function patientFetch(patience: Patience): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers, signal } = request;
    if (method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
    const body = request.body ? await request.arrayBuffer() : undefined;
    return attempt((timed) => fetch(url, { method, headers, body, signal: timed }), patience, signal);
  };
}
