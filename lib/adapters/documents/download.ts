import type { IncomingMessage } from 'node:http';
import type { DownloadFlaw } from '../../core/domain/problems.ts';
import { hostOfDownload, type HostPace } from '../../core/domain/target-hosts.ts';
import { UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { parseWebUrl } from '../../core/domain/web-urls.ts';
import type { Guard, Target } from '../net/guard.ts';
import { callOut } from '../net/outgoing-call.ts';
import { isPlainlyWritten } from '../net/public-address.ts';

/** Time limit of a download in milliseconds, from the DNS lookup to the last byte, redirects included (rule DOC-3). */
const DEADLINE_MS = 10_000;
const MOST_REDIRECTS = 5;
/** How much of the time limit may be spent on waiting for a turn; the rest is for the download itself. */
const SHARE_OF_WAITING = 0.4;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const NEXT_ADDRESS_MS = 2_000;

export interface DownloadSettings {
  /** Checks a URL when it is called and pins the call to its addresses; throws `AddressRefused` or the DNS error. */
  guard: Guard;
  /** Without one, hosts are called at once. */
  pace?: HostPace;
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
/** @param accountId the account whose document it is */
export type Download = (url: string, accountId: string) => Promise<Downloaded>;

/**
 * Downloads documents from customers' URLs (rule DOC-3). It never throws because of the remote side's behavior. Every
 * redirect is checked again, waits for its turn, and only checked addresses are called. One timer limits the whole
 * download, because socket timeouts restart with every byte. It decompresses nothing and stops reading beyond the largest
 * document.
 */
export function createDownload({ guard, pace = atOnce, deadline = DEADLINE_MS, ca }: DownloadSettings): Download {
  return async (url, accountId) => {
    if (!isPlainlyWritten(url)) return { refusal: 'invalid_format' };
    const timeout = AbortSignal.timeout(deadline);
    const latest = Date.now() + deadline * SHARE_OF_WAITING;
    let hop = url;
    const check = (next: string) => guard((hop = next), timeout);
    const call = (target: Target) =>
      inTurn(pace, { target, accountId, latest }, () =>
        callOut(target, {
          method: 'GET',
          headers: { accept: 'application/pdf, */*;q=0.1', 'user-agent': 'Malote-Documents/1' },
          signal: timeout,
          nextAddressMs: NEXT_ADDRESS_MS,
          ca,
        }),
      );
    try {
      return await follow(url, check, call, timeout);
    } catch (error) {
      if (error instanceof PaceFailed) throw error.cause;
      if (error instanceof HostBusy) return unreachable({ reason: 'host_busy' });
      if (timeout.aborted) return unreachable({ reason: 'too_slow', seconds: deadline / 1_000 });
      if ((error as Error).name !== 'AddressRefused') return unreachable({ reason: 'no_connection' });
      return hop === url && !parseWebUrl(url, ['https'])
        ? { refusal: 'invalid_format' }
        : unreachable({ reason: 'not_public' });
    }
  };
}

const unreachable = (flaw: DownloadFlaw): Downloaded => ({ refusal: 'document_unreachable', flaw });

/** There was no turn for a call in time. */
class HostBusy extends Error {}

/** What is known of hosts could not be read: our failure, and not the host's. */
class PaceFailed extends Error {}

const atOnce: HostPace = { turn: () => Promise.resolve(true), answered: () => Promise.resolve() };

/** Calls a host in its turn, and tells the pace how it went. */
async function inTurn(
  pace: HostPace,
  { target, accountId, latest }: { target: Target; accountId: string; latest: number },
  call: () => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  const host = hostOfDownload(target.url);
  const failed = (cause: unknown) => {
    throw new PaceFailed('the pace of a host is not known', { cause });
  };
  if (!(await pace.turn(host, accountId, latest).catch(failed))) throw new HostBusy();
  try {
    const response = await call();
    await pace.answered(host, { status: response.statusCode!, error: null }).catch(failed);
    return response;
  } catch (error) {
    if (!(error instanceof PaceFailed))
      await pace.answered(host, { status: null, error: (error as Error).name }).catch(failed);
    throw error;
  }
}

async function follow(
  first: string,
  check: (url: string) => ReturnType<Guard>,
  call: (target: Target) => Promise<IncomingMessage>,
  timeout: AbortSignal,
): Promise<Downloaded> {
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const target = await check(url);
    timeout.throwIfAborted();
    const response = await call(target);
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
