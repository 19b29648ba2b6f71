import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';
import type { DeliveryAttempt } from '../../core/domain/webhooks.ts';
import type { Guard } from '../net/guard.ts';
import { callOut, type OutgoingCall, ReusedConnectionClosed } from '../net/outgoing-call.ts';
import { openPersistentConnections, type PersistentConnections } from '../net/persistent-connections.ts';

/** How much of a response's body is stored, and how long the sender waits for it after the status. */
const ANSWER_BYTES = 1_024;
const ANSWER_WAIT_MS = 200;
const NEXT_ADDRESS_MS = 3_000;
const RETRY_AFTER_CHARACTERS = 100;
/** A longer response's connection is closed. */
const MOST_ANSWER_BYTES = 16_384;
/**
 * Servers close idle connections after at least five seconds. A call on a connection that is just being closed is
 * repeated.
 */
const IDLE_MS = 4_000;

export interface Post {
  /** The owner of the connections: the endpoint. */
  endpointId: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The outcome of a post. */
export type PostOutcome = Omit<DeliveryAttempt, 'attempt' | 'at'>;
export type Send = (post: Post) => Promise<PostOutcome>;

export interface Sender {
  send: Send;
  /** Closes idle connections: a frozen function cannot see the other side close them. */
  closeIdle: () => void;
}

export interface SenderSettings {
  /** Checks a URL when it is called and pins the call to its addresses; throws `AddressRefused` or the DNS error. */
  guard: Guard;
  /** Milliseconds until the end of the response's headers, including DNS, TCP and TLS. */
  deadline: number;
  /** Maximum idle connections of an endpoint. */
  mostIdle?: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string;
}

/** The stage that the post has reached; errors are named after it, e.g. `tls_timeout`. */
type Stage = 'dns' | 'connect' | 'tls' | 'answer';

/**
 * Sends posts. It never throws because of a receiver's behavior. It follows no redirects, and reads little more of a
 * body than it stores. One timer limits the whole call, because socket timeouts restart with every byte. The posts of
 * an endpoint share connections; if a kept connection turns out to be closed, the post is sent once more, on a new one.
 */
export function createSender({ guard, deadline, mostIdle = 10, ca }: SenderSettings): Sender {
  const connections = openPersistentConnections({ idleFor: IDLE_MS, mostIdle, ca });
  const send: Send = async (post) => {
    const started = performance.now();
    const progress: { stage: Stage } = { stage: 'dns' };
    // Not `AbortSignal.timeout`, which takes a third of a post's CPU time.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), deadline);
    const { signal } = timeout;
    const took = () => Math.round(performance.now() - started);
    try {
      const answer = await exchange(post, { guard, connections, ca, signal, progress });
      return { ...answer, duration_ms: took() };
    } catch (thrown) {
      const error = errorName(thrown as Error, progress.stage, signal.aborted);
      return { status: null, error, answer: null, retry_after: null, duration_ms: took() };
    } finally {
      clearTimeout(timer);
    }
  };
  return { send, closeIdle: connections.closeIdle };
}

function errorName(error: Error, stage: Stage, timedOut: boolean): string {
  if (error.name === 'AddressRefused') return 'address_refused';
  return `${stage}_${timedOut ? 'timeout' : 'failed'}`;
}

type Answer = Omit<PostOutcome, 'duration_ms'>;

interface Exchange extends Pick<SenderSettings, 'guard' | 'ca'> {
  connections: PersistentConnections;
  signal: AbortSignal;
  progress: { stage: Stage };
}

async function exchange(
  { endpointId, url, headers, body }: Post,
  { guard, ca, connections, signal, progress }: Exchange,
): Promise<Answer> {
  const target = await guard(url, signal);
  signal.throwIfAborted();
  const call: OutgoingCall = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Malote-Webhooks/1' },
    body,
    signal,
    nextAddressMs: NEXT_ADDRESS_MS,
    ca,
    onStage: (stage) => (progress.stage = stage),
  };
  const response = await callOut(target, { ...call, connection: connections.optionsFor(endpointId, target) }).catch(
    (error: Error) => {
      if (error instanceof ReusedConnectionClosed) return callOut(target, call);
      throw error;
    },
  );
  return {
    status: response.statusCode!,
    error: null,
    answer: await textOf(await readBeginning(response), response.headers['content-encoding']),
    retry_after: response.headers['retry-after']?.slice(0, RETRY_AFTER_CHARACTERS) ?? null,
  };
}

/** A kilobyte can unpack to many megabytes, so little is unpacked at a time; it may end anywhere. */
const beginning = { chunkSize: ANSWER_BYTES, finishFlush: constants.Z_SYNC_FLUSH };

/** By content encoding: some servers compress although the call asks them not to. */
const unpackers = new Map<string | undefined, () => Transform>([
  ['gzip', () => createUnzip(beginning)],
  ['x-gzip', () => createUnzip(beginning)],
  ['deflate', () => createUnzip(beginning)],
  ['br', () => createBrotliDecompress({ ...beginning, finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress({ ...beginning, finishFlush: constants.ZSTD_e_flush })],
]);

/** The beginning of a body as clean text, unpacked if it can be; null for none. */
async function textOf(bytes: Buffer, encoding: string | undefined): Promise<string | null> {
  const unpacker = unpackers.get(encoding?.trim().toLowerCase());
  return cleanText((unpacker && (await unpackedBeginning(bytes, unpacker()))) ?? bytes);
}

/** Undefined if the bytes are not compressed in this way. */
async function unpackedBeginning(bytes: Buffer, unpacker: Transform): Promise<Buffer | undefined> {
  unpacker.end(bytes);
  try {
    // Leaving the loop destroys the unpacker.
    for await (const chunk of unpacker as AsyncIterable<Buffer>) return chunk;
  } catch {
    // The receiver may say what is not so; then its answer is shown as it came.
  }
  return undefined;
}

/**
 * The first bytes of a body. A failure of the body does not affect the status. A short response is read to
 * its end, so that the next post can reuse the connection; other responses close it.
 */
function readBeginning(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => response.destroy(), ANSWER_WAIT_MS);
    response.on('data', (chunk: Buffer) => {
      if (size < ANSWER_BYTES) chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_ANSWER_BYTES) response.destroy();
    });
    response.on('error', () => undefined);
    // Emitted in every case: a complete body, a broken one, and one that is not waited for.
    response.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
    });
  });
}

function cleanText(bytes: Buffer): string | null {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  const text = bytes.toString('utf8').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, '');
  return text === '' ? null : text;
}
