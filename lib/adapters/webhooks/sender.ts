import type { IncomingMessage } from 'node:http';
import type { DeliveryAttempt } from '../../core/domain/webhooks.ts';
import type { Guard } from '../net/guard.ts';
import { callOut } from '../net/outgoing-call.ts';

/** What is kept of an answer's body, and how long it is waited for once the status is known. */
const ANSWER_BYTES = 1_024;
const ANSWER_WAIT_MS = 200;
const NEXT_ADDRESS_MS = 3_000;
const RETRY_AFTER_CHARACTERS = 100;

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How a post went. */
export type PostOutcome = Omit<DeliveryAttempt, 'attempt' | 'at'>;
export type Send = (post: Post) => Promise<PostOutcome>;

export interface SenderSettings {
  /** Checks a URL at the moment it is called and leads the call there; throws `AddressRefused` or the DNS error. */
  guard: Guard;
  /** Milliseconds for everything up to the end of the answer's headers: DNS, TCP, TLS included. */
  deadline: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string;
}

/** How far the post has come; an error is named after it, e.g. `tls_timeout`. */
type Stage = 'dns' | 'connect' | 'tls' | 'answer';

/**
 * A sender of single posts. It never throws for what a receiver does; no redirects, no connection kept, no body read
 * beyond a kilobyte. One timer bounds it all: timeouts of sockets start anew with every byte.
 */
export function createSender(settings: SenderSettings): Send {
  return async (post) => {
    const started = performance.now();
    const progress: { stage: Stage } = { stage: 'dns' };
    const timeout = AbortSignal.timeout(settings.deadline);
    const outcome = await exchange(post, settings, timeout, progress).catch((error: Error) => ({
      status: null,
      error: errorName(error, progress.stage, timeout.aborted),
      answer: null,
      retry_after: null,
    }));
    return { ...outcome, duration_ms: Math.round(performance.now() - started) };
  };
}

function errorName(error: Error, stage: Stage, timedOut: boolean): string {
  if (error.name === 'AddressRefused') return 'address_refused';
  return `${stage}_${timedOut ? 'timeout' : 'failed'}`;
}

type Answer = Omit<PostOutcome, 'duration_ms'>;

async function exchange(
  { url, headers, body }: Post,
  { guard, ca }: SenderSettings,
  timeout: AbortSignal,
  progress: { stage: Stage },
): Promise<Answer> {
  const target = await guard(url, timeout);
  timeout.throwIfAborted();
  const response = await callOut(target, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Malote-Webhooks/1' },
    body,
    signal: timeout,
    nextAddressMs: NEXT_ADDRESS_MS,
    ca,
    onStage: (stage) => (progress.stage = stage),
  });
  try {
    return {
      status: response.statusCode!,
      error: null,
      answer: await readBeginning(response),
      retry_after: response.headers['retry-after']?.slice(0, RETRY_AFTER_CHARACTERS) ?? null,
    };
  } finally {
    response.destroy();
  }
}

/** The beginning of a body as clean text. Whatever goes wrong with the body, the status stands. */
function readBeginning(response: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve(cleanText(Buffer.concat(chunks).subarray(0, ANSWER_BYTES)));
    };
    const timer = setTimeout(finish, ANSWER_WAIT_MS);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) finish();
    });
    for (const ending of ['end', 'error', 'close']) response.on(ending, finish);
  });
}

function cleanText(bytes: Buffer): string | null {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  const text = bytes.toString('utf8').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, '');
  return text === '' ? null : text;
}
