import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { TcpNetConnectOpts } from 'node:net';
import type { Target } from './guard.ts';
import type { ConnectionOptions } from './persistent-connections.ts';
import { withoutBrackets } from './public-address.ts';

/** Cookies, policies and signed redirects may be long; a longer header counts as a broken response. */
const HEADER_BYTES = 65_536;
/** Servers send one or two; reading a flood of them would block the function's other work. */
const MOST_INFORMATIONAL_ANSWERS = 100;

/** Node's error codes for a call on a connection that the other side has closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

/** Progress of a call. */
export type Stage = 'connect' | 'tls' | 'answer';

export interface OutgoingCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Ends the call: the DNS lookup, the connection, and the reading of the response's body. */
  signal: AbortSignal;
  /** Milliseconds between the addresses of a host; Node's 250 would cut off hosts on the other side of the world. */
  nextAddressMs: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string | undefined;
  /** Lets the call use a kept connection; without it the call opens its own. */
  connection?: ConnectionOptions | undefined;
  /** Called when each stage begins. */
  onStage?: (stage: Stage) => void;
}

/**
 * A reused connection was closed before any byte of the response: most likely the receiver had closed it before the call.
 */
export class ReusedConnectionClosed extends Error {
  constructor(cause: unknown) {
    super('a reused connection was closed', { cause });
    this.name = 'ReusedConnectionClosed';
  }
}

/**
 * Calls a customer's URL, only at the addresses that the guard has checked. It follows no redirects and decompresses
 * nothing. One signal limits the whole call, because socket timeouts restart with every byte.
 * @returns the response's head; the caller reads its body or destroys it
 * @throws ReusedConnectionClosed · the signal's reason, or the error of the connection
 */
export function callOut({ url, lookup }: Target, call: OutgoingCall): Promise<IncomingMessage> {
  const { signal, body, connection } = call;
  const options: https.RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    protocol: url.protocol,
    hostname: withoutBrackets(url.hostname),
    port: url.port,
    path: url.pathname + url.search,
    method: call.method,
    agent: false,
    ...connection,
    headers: {
      ...call.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      'accept-encoding': 'identity',
      connection: connection ? 'keep-alive' : 'close',
    },
    lookup,
    autoSelectFamilyAttemptTimeout: call.nextAddressMs,
    maxHeaderSize: HEADER_BYTES,
    // A kept connection has its own authorities.
    ...(call.ca !== undefined && !connection && { ca: call.ca }),
  };
  const request = (url.protocol === 'https:' ? https : http).request(options);
  signal.addEventListener('abort', () => request.destroy(signal.reason as Error), { once: true });
  if (call.onStage) follow(request, call.onStage);
  request.end(body);
  return responseOf(request);
}

function follow(request: ClientRequest, onStage: (stage: Stage) => void): void {
  onStage('connect');
  request.on('socket', (socket) => {
    if (request.reusedSocket) return onStage('answer');
    socket.on('connect', () => onStage('encrypted' in socket ? 'tls' : 'answer'));
    socket.on('secureConnect', () => onStage('answer'));
  });
}

/** The final response's headers; a limited number of informational responses before it is ignored. */
function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let informational = 0;
    let bytesBefore = 0;
    request.on('socket', (socket) => (bytesBefore = socket.bytesRead));
    const fail = (error: Error) => {
      const wasReused = request.reusedSocket && request.socket?.bytesRead === bytesBefore;
      reject(
        wasReused && CLOSED.has((error as NodeJS.ErrnoException).code) ? new ReusedConnectionClosed(error) : error,
      );
    };
    let hasResponse = false;
    request.on('response', (response) => {
      hasResponse = true;
      resolve(response);
    });
    request.on('information', () => {
      if (++informational > MOST_INFORMATIONAL_ANSWERS) request.destroy(new Error('informational answers without end'));
    });
    request.on('error', fail);
    request.on('close', () => {
      // Creating an error takes as long as the rest of this function, so it is created only when needed.
      if (!hasResponse) reject(new Error('connection closed without an answer'));
    });
  });
}
