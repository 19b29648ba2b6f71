import type { IncomingMessage } from 'node:http';
import type { DownloadFlaw } from '../../core/domain/problems.ts';
import { UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { parseWebUrl } from '../../core/domain/web-urls.ts';
import type { Guard } from '../net/guard.ts';
import { callOut } from '../net/outgoing-call.ts';
import { isPlainlyWritten } from '../net/public-address.ts';

/** Time limit of a download in milliseconds, from the DNS lookup to the last byte, redirects included (rule DOC-3). */
const DEADLINE_MS = 10_000;
const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const NEXT_ADDRESS_MS = 2_000;

export interface DownloadSettings {
  /** Checks a URL when it is called and pins the call to its addresses; throws `AddressRefused` or the DNS error. */
  guard: Guard;
  /** Milliseconds for the whole download. */
  deadline?: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string;
}

/** A document's bytes, or the reason for the failure. */
export type Downloaded =
  | { bytes: Uint8Array }
  | { refusal: 'document_unreachable'; flaw: DownloadFlaw }
  | { refusal: 'document_too_large' | 'invalid_format' };
export type Download = (url: string) => Promise<Downloaded>;

/**
 * Downloads documents from customers' URLs (rule DOC-3). It never throws because of the remote side's behavior. Every
 * redirect is checked again, and only checked addresses are called. One timer limits the whole download, because socket
 * timeouts restart with every byte. It decompresses nothing and stops reading beyond the largest document.
 */
export function createDownload({ guard, deadline = DEADLINE_MS, ca }: DownloadSettings): Download {
  return async (url) => {
    if (!isPlainlyWritten(url)) return { refusal: 'invalid_format' };
    const timeout = AbortSignal.timeout(deadline);
    let hop = url;
    const check = (next: string) => guard((hop = next), timeout);
    try {
      return await follow(url, check, ca, timeout);
    } catch (error) {
      if (timeout.aborted) return unreachable({ reason: 'too_slow', seconds: deadline / 1_000 });
      if ((error as Error).name !== 'AddressRefused') return unreachable({ reason: 'no_connection' });
      return hop === url && !parseWebUrl(url, ['https'])
        ? { refusal: 'invalid_format' }
        : unreachable({ reason: 'not_public' });
    }
  };
}

const unreachable = (flaw: DownloadFlaw): Downloaded => ({ refusal: 'document_unreachable', flaw });

async function follow(
  first: string,
  check: (url: string) => ReturnType<Guard>,
  ca: string | undefined,
  timeout: AbortSignal,
): Promise<Downloaded> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const target = await check(url);
    timeout.throwIfAborted();
    const response = await callOut(target, {
      method: 'GET',
      headers: { accept: 'application/pdf, */*;q=0.1', 'user-agent': 'Malote-Documents/1' },
      signal: timeout,
      nextAddressMs: NEXT_ADDRESS_MS,
      ca,
    });
    const { location } = response.headers;
    if (location === undefined || !REDIRECTS.includes(response.statusCode!)) return read(response, timeout);
    response.destroy();
    url = new URL(withEscapedBytes(location), target.url).href;
  }
  return unreachable({ reason: 'too_many_redirects', maximum: MOST_REDIRECTS });
}

/**
 * A location whose bytes beyond ASCII are escaped, as browsers send them: Node reads each byte of a header as one
 * character, so that UTF-8 would be encoded twice.
 */
function withEscapedBytes(location: string): string {
  return location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function read(response: IncomingMessage, timeout: AbortSignal): Promise<Downloaded> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = response.headers;
  const refused = refusalOf(response.statusCode!, encoding, Number(length));
  if (refused) {
    response.destroy();
    return refused;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > UPLOAD_MAX_BYTES) return { refusal: 'document_too_large' };
    chunks.push(chunk);
  }
  // A body of unknown length ends with its connection, even if the timeout closed it.
  timeout.throwIfAborted();
  return { bytes: Buffer.concat(chunks, size) };
}

function refusalOf(status: number, encoding: string, length: number): Downloaded | undefined {
  if (status !== 200) return unreachable({ reason: 'answered', http_status: status });
  if (encoding.toLowerCase() !== 'identity') return unreachable({ reason: 'compressed' });
  return length > UPLOAD_MAX_BYTES ? { refusal: 'document_too_large' } : undefined;
}
