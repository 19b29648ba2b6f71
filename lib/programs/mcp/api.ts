import { setTimeout as sleep } from 'node:timers/promises';

/** Where a call goes. */
export interface Api {
  /** `https://…/v1` */
  baseUrl: string;
  /** Null for a call without authorization. */
  key: string | null;
}

export interface ApiCall {
  method: 'GET' | 'POST';
  /** Below the base URL, with its query. */
  path: string;
  body?: object;
  /** Of every POST, the same for each attempt. */
  idempotencyKey?: string;
  /** It creates, changes or charges something. */
  writes: boolean;
}

/** What the API says of a failure; see `Problem` in its description. */
export interface Problem {
  type: string | null;
  code: string;
  message: string;
  doc_url: string | null;
  request_id: string | null;
  details: readonly { param: string; code: string; message: string }[] | null;
}

/** A call failed, after all retries. */
export class CallFailed extends Error {
  readonly problem: Problem;
  readonly attempts: number;
  readonly idempotencyKey: string | null;
  /** An attempt was lost, and no later answer says what became of it. */
  readonly mayHaveTakenEffect: boolean;

  constructor(
    problem: Problem,
    outcome: { attempts: number; idempotencyKey: string | null; mayHaveTakenEffect: boolean },
    options?: ErrorOptions,
  ) {
    super(problem.message, options);
    this.problem = problem;
    this.attempts = outcome.attempts;
    this.idempotencyKey = outcome.idempotencyKey;
    this.mayHaveTakenEffect = outcome.mayHaveTakenEffect;
  }
}

export interface Patience {
  maxRetries: number;
  timeoutMs: number;
  /** From 0 to 1. */
  random: () => number;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** If the service asks for a longer wait, the error goes to the caller. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** The service looks up the idempotency key before it decides these: no earlier attempt took effect. */
const AFTER_THE_KEY = new Set([402, 403, 404, 409, 422]);

export const defaultPatience: Patience = {
  maxRetries: 5,
  timeoutMs: 60_000,
  random: Math.random,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/**
 * Calls the API with the rules of `clients/typescript/src/attempts.ts`, which is built for customers' bundlers and cannot
 * be imported from source; `test/programs/mcp/retries.test.ts` compares the two.
 * @returns the answer, read from its JSON
 * @throws CallFailed; the signal's reason if aborted
 */
export async function callApi(
  api: Api,
  call: ApiCall,
  signal: AbortSignal,
  patience: Patience = defaultPatience,
): Promise<unknown> {
  const { idempotencyKey = null } = call;
  let lost = false;
  for (let attempts = 1; ; attempts++) {
    const result = await attempt(api, call, signal, patience.timeoutMs);
    if ('answer' in result) return result.answer;
    lost = (lost && !(idempotencyKey !== null && result.decided)) || result.lost;
    if (!result.passing || attempts > patience.maxRetries || result.retryAfterMs > LONGEST_RETRY_AFTER_MS)
      throw new CallFailed(
        result.problem,
        { attempts, idempotencyKey, mayHaveTakenEffect: call.writes && lost },
        { cause: result.cause },
      );
    // Random, so that programs that failed together do not retry together.
    const pause = patience.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    await patience.sleep(result.retryAfterMs + pause, signal);
  }
}

interface Failure {
  problem: Problem;
  /** A later attempt may succeed. */
  passing: boolean;
  /** The request may have been carried out. */
  lost: boolean;
  /** The service has decided, after looking up the key. */
  decided: boolean;
  retryAfterMs: number;
  cause?: unknown;
}

async function attempt(
  { baseUrl, key }: Api,
  { method, path, body, idempotencyKey }: ApiCall,
  aborted: AbortSignal,
  timeoutMs: number,
): Promise<{ answer: unknown } | Failure> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        ...(key !== null && { authorization: `Bearer ${key}` }),
        'user-agent': 'malote-mcp',
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The key goes nowhere else.
      redirect: 'manual',
      signal: AbortSignal.any([aborted, timeout]),
    });
    const text = await response.text();
    if (!response.ok) return refusal(response, text);
    const answer = jsonOf(text);
    if (answer !== undefined) return { answer };
    return { ...unanswered('The answer is not JSON: --api must be the base URL of the API.'), passing: false };
  } catch (cause) {
    aborted.throwIfAborted();
    return { ...unanswered(timeout.aborted ? `Timed out after ${timeoutMs} ms.` : 'The connection was lost.'), cause };
  }
}

function unanswered(message: string): Failure {
  const problem = { type: null, code: 'no_answer', message, doc_url: null, request_id: null, details: null };
  return { problem, passing: true, lost: true, decided: false, retryAfterMs: 0 };
}

/** A key in use means that an earlier attempt, whose response was lost, is still running. */
function refusal({ status, headers }: Response, text: string): Failure {
  const found = (jsonOf(text) as { error?: Partial<Problem> } | null | undefined)?.error ?? {};
  const inUse = found.code === 'idempotency_key_in_use';
  return {
    problem: {
      type: found.type ?? null,
      code: found.code ?? `http_${status}`,
      message: found.message ?? `HTTP ${status}, but not from the API.`,
      doc_url: found.doc_url ?? null,
      request_id: found.request_id ?? null,
      details: found.details ?? null,
    },
    passing: status === 429 || status >= 500 || inUse,
    lost: status >= 500 || inUse,
    decided: found.type !== undefined && AFTER_THE_KEY.has(status) && !inUse,
    retryAfterMs: retryAfter(headers.get('retry-after')),
  };
}

/** Seconds, or an HTTP date (RFC 9110 §10.2.3), in milliseconds from now; 0 without one. */
function retryAfter(value: string | null): number {
  if (value === null) return 0;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

/** Undefined for a text that is not JSON: it is a proxy's page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
