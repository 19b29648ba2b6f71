import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction, TcpNetConnectOpts } from 'node:net';
import type { DetailCode } from '../../core/domain/problems.ts';
import { UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';

/** How long a document is waited for, from the name's lookup to its last byte, redirects included (rule DOC-3). */
const DEADLINE_MS = 10_000;
const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Between the addresses of a host; Node's 250 ms would cut off hosts on the other side of the world. */
const NEXT_ADDRESS_MS = 2_000;
/** Signed redirects and policies may be long; beyond this the answer counts as broken. */
const HEADER_BYTES = 65_536;

interface Target {
  url: URL;
  lookup: LookupFunction;
}

export interface DownloadSettings {
  /** Checks a URL at the moment it is called and leads the call there; throws `AddressRefused` or the DNS error. */
  guard: (url: string, signal: AbortSignal) => Promise<Target>;
  /** Milliseconds for everything. */
  deadline?: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string;
}

/** A document's bytes, or why there are none. */
export type Downloaded =
  | { bytes: Uint8Array }
  | { refusal: Extract<DetailCode, 'document_unreachable' | 'document_too_large' | 'invalid_format'> };
export type Download = (url: string) => Promise<Downloaded>;

/**
 * Fetches documents from URLs that customers give (rule DOC-3). It never throws for what the other
 * side does. Every hop is checked anew and goes to the checked addresses alone; one timer bounds it all, since timeouts of
 * sockets start anew with every byte; nothing is unpacked, and nothing is read beyond the largest document.
 */
export function createDownload({ guard, deadline = DEADLINE_MS, ca }: DownloadSettings): Download {
  return async (url) => {
    const timeout = AbortSignal.timeout(deadline);
    let hop = url;
    const check = (next: string) => guard((hop = next), timeout);
    try {
      return await follow(url, check, ca, timeout);
    } catch (error) {
      const isWrongKind = (error as Error).name === 'AddressRefused' && hop === url && !/^https:/i.test(url);
      return { refusal: isWrongKind ? 'invalid_format' : 'document_unreachable' };
    }
  };
}

async function follow(
  first: string,
  check: (url: string) => Promise<Target>,
  ca: string | undefined,
  timeout: AbortSignal,
): Promise<Downloaded> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const target = await check(url);
    timeout.throwIfAborted();
    const response = await get(target, ca, timeout);
    const { location } = response.headers;
    if (location === undefined || !REDIRECTS.includes(response.statusCode!)) return read(response, timeout);
    response.destroy();
    url = new URL(location, target.url).href;
  }
  return { refusal: 'document_unreachable' };
}

/** The answer's headers; the timeout ends the reading of its body as well. */
function get({ url, lookup }: Target, ca: string | undefined, timeout: AbortSignal): Promise<IncomingMessage> {
  const options: https.RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    agent: false,
    headers: {
      accept: 'application/pdf, */*;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'Malote-Documents/1',
      connection: 'close',
    },
    lookup,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    maxHeaderSize: HEADER_BYTES,
    ...(ca !== undefined && { ca }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, options);
    const abandon = () => request.destroy(timeout.reason as Error);
    timeout.addEventListener('abort', abandon, { once: true });
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => {
      timeout.removeEventListener('abort', abandon);
      reject(new Error('connection closed without an answer'));
    });
  });
}

async function read(response: IncomingMessage, timeout: AbortSignal): Promise<Downloaded> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = response.headers;
  const isDocument = response.statusCode === 200 && encoding.toLowerCase() === 'identity';
  if (!isDocument || Number(length) > UPLOAD_MAX_BYTES) {
    response.destroy();
    return { refusal: isDocument ? 'document_too_large' : 'document_unreachable' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > UPLOAD_MAX_BYTES) return { refusal: 'document_too_large' };
    chunks.push(chunk);
  }
  // A body of unknown length ends with its connection, also when that was cut off by the timeout.
  timeout.throwIfAborted();
  return { bytes: Buffer.concat(chunks, size) };
}
