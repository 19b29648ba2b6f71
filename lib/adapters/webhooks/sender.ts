import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction, TcpNetConnectOpts } from 'node:net';
import type { DeliveryAttempt } from '../../core/domain/webhooks.ts';

/** What is kept of an answer's body, and how long it is waited for once the status is known. */
const ANSWER_BYTES = 1_024;
const ANSWER_WAIT_MS = 200;
/** Between the addresses of a host; Node's 250 ms would cut off receivers on the other side of the world. */
const NEXT_ADDRESS_MS = 3_000;
/** Receivers' own cookies and policies may be long; beyond this the answer counts as broken. */
const HEADER_BYTES = 65_536;
const RETRY_AFTER_CHARACTERS = 100;
/** Servers send one or two of these; reading a flood of them would keep the function from the other deliveries of its batch. */
const MOST_INFORMATIONAL_ANSWERS = 100;

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How a post went. */
export type PostOutcome = Omit<DeliveryAttempt, 'attempt' | 'at'>;
export type Send = (post: Post) => Promise<PostOutcome>;

interface Target {
  url: URL;
  lookup: LookupFunction;
}

export interface SenderSettings {
  /** Checks a URL at the moment it is called and leads the call there; throws `AddressRefused` or the DNS error. */
  guard: (url: string, signal: AbortSignal) => Promise<Target>;
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
  post: Post,
  { guard, ca }: SenderSettings,
  timeout: AbortSignal,
  progress: { stage: Stage },
): Promise<Answer> {
  const target = await guard(post.url, timeout);
  timeout.throwIfAborted();
  progress.stage = 'connect';
  const request = open(target, post, ca);
  const abandon = () => request.destroy(timeout.reason as Error);
  timeout.addEventListener('abort', abandon, { once: true });
  follow(request, progress);
  request.end(post.body);
  try {
    const response = await responseOf(request);
    return {
      status: response.statusCode!,
      error: null,
      answer: await readBeginning(response),
      retry_after: response.headers['retry-after']?.slice(0, RETRY_AFTER_CHARACTERS) ?? null,
    };
  } finally {
    timeout.removeEventListener('abort', abandon);
    request.destroy();
  }
}

function open({ url, lookup }: Target, { headers, body }: Post, ca: string | undefined): ClientRequest {
  const options: https.RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'identity',
      'user-agent': 'Malote-Webhooks/1',
      connection: 'close',
    },
    lookup,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxHeaderSize: HEADER_BYTES,
    ...(ca !== undefined && { ca }),
  };
  return (url.protocol === 'https:' ? https : http).request(url, options);
}

function follow(request: ClientRequest, progress: { stage: Stage }): void {
  request.on('socket', (socket) => {
    socket.on('connect', () => (progress.stage = 'encrypted' in socket ? 'tls' : 'answer'));
    socket.on('secureConnect', () => (progress.stage = 'answer'));
  });
}

/** The final answer's headers; informational answers before it only cost time, up to a number. */
function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let informational = 0;
    request.on('response', resolve);
    request.on('information', () => {
      if (++informational > MOST_INFORMATIONAL_ANSWERS) request.destroy(new Error('informational answers without end'));
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('connection closed without an answer')));
  });
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
