import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError } from './aws-error.ts';
import { Disconnected } from './interference.ts';
import type { AwsRequest, AwsResponse } from './service.ts';

/** Handles a request if it is for this route; returns whether it was. */
export type Route = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Endpoint {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Closes the port and every connection, also those in the middle of a request. */
  stop: () => Promise<void>;
}

/** The client closed the connection before its request was complete. */
export class RequestAborted extends Error {}

/** S3 accepts 5 GB in one PUT; this is plenty for one machine. */
const LONGEST_AWS_BODY_BYTES = 64 * 1024 * 1024;

/** Longer than clients keep idle connections, so that they and not the server close them. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Names that only this machine resolves to itself: browsers send no other for a page of this machine, except after DNS
 * rebinding, where a stranger's name resolves to 127.0.0.1 (CVE-2025-24010 of Vite is the same fault). Names below
 * `localhost` are loopback too (https://www.rfc-editor.org/rfc/rfc6761#section-6.3).
 */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)(?::\d+)?$/i;

/**
 * Opens the one HTTP port of the local cloud on the loopback address. A request goes to the first route that accepts
 * it; one for a host that is not of this machine gets 403. Every response carries the time of `now`: AWS SDK clients correct their clock by the `Date` header.
 * @throws Error when the port is taken.
 */
export async function openEndpoint(port: number, routes: readonly Route[], now: () => number): Promise<Endpoint> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    response.setHeader('Date', new Date(now()).toUTCString());
    if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
      send(response, { status: 403, body: 'This service answers only to loopback names, such as 127.0.0.1.\n' });
    } else if (!routes.some((route) => route(request, response))) send(response, { status: 404 });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  const stop = () => (closing ??= close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/**
 * Reads a body of at most `limit` bytes; undefined when it is longer. A longer one is read to its end and dropped,
 * because a client that is still sending would miss the response.
 * @throws RequestAborted when the client goes away half-way.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) chunks = [];
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(length > limit ? undefined : Buffer.concat(chunks, length)));
    request.on('error', () => reject(new RequestAborted()));
    // An error's stack is expensive, so none is created for a complete request.
    request.on('close', () => !request.complete && reject(new RequestAborted()));
  });
}

export interface HttpResponse extends Omit<AwsResponse, 'headers'> {
  headers?: Record<string, string | string[]>;
}

export function send(response: ServerResponse, { status, headers = {}, body }: HttpResponse): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** A request's signer, session token and service, from its headers or (presigned) its query. */
export function signerOf({ headers, url }: Pick<AwsRequest, 'headers' | 'url'>): {
  accessKeyId: string | undefined;
  /** Only temporary credentials have one. */
  sessionToken: string | undefined;
  service: string | undefined;
} {
  // Credential=<access key>/<yyyymmdd>/<region>/<service>/aws4_request
  const credential =
    /^AWS4-HMAC-SHA256 .*?Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ??
    url.searchParams.get('X-Amz-Credential');
  const [accessKeyId, , , service] = credential?.split('/') ?? [];
  const sessionToken = headers['x-amz-security-token'] ?? url.searchParams.get('X-Amz-Security-Token') ?? undefined;
  return { accessKeyId, sessionToken, service };
}

/** A request to AWS before its body is read. */
export interface AwsCallHead {
  method: string;
  url: URL;
  headers: AwsRequest['headers'];
  caller?: AwsRequest['caller'];
}

/**
 * Handles a call, errors included; undefined if the request is for no service.
 * @throws RequestAborted as `body` does · Disconnected: the connection ends
 */
export type AwsRequestHandler = (
  head: AwsCallHead,
  body: () => Promise<Buffer | undefined>,
) => Promise<AwsResponse> | undefined;

/** Handles AWS calls. `ownsUnsigned` names the service that handles an unsigned request to a path, if any. */
export function awsRequestHandler(
  dispatch: (request: AwsRequest) => Promise<AwsResponse>,
  ownsUnsigned: (path: string) => string | undefined,
  log: (line: string) => void,
): AwsRequestHandler {
  return (head, readCall) => {
    const service = signerOf(head).service ?? ownsUnsigned(head.url.pathname);
    if (!service) return undefined;
    const answer = async () => {
      const body = await readCall();
      if (!body) throw new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 413);
      const operation = head.headers['x-amz-target']?.split('.')[1];
      return dispatch({ service, operation, ...head, body });
    };
    return answer().catch((error: Error) => {
      if (error instanceof RequestAborted || error instanceof Disconnected) throw error;
      return errorResponse(error, log);
    });
  };
}

/** Serves AWS calls that arrive over HTTP. */
export function awsRoute(answer: AwsRequestHandler): Route {
  return (request, response) => {
    const url = requestUrl(request);
    if (!url) return false;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value!]),
    );
    const answered = answer({ method: request.method!, url, headers }, () => readBody(request, LONGEST_AWS_BODY_BYTES));
    answered?.then(
      (found) => send(response, found),
      // The client is gone, or a fault closes its connection.
      () => response.destroy(),
    );
    return answered !== undefined;
  };
}

/** An error as the AWS JSON protocols write it. Any other error is a fault of the local cloud, and is logged. */
export function errorResponse(error: Error, log: (line: string) => void): AwsResponse {
  if (!(error instanceof AwsError)) log(`local cloud: ${error.stack}`);
  const { code, status, message, fields } =
    error instanceof AwsError ? error : new AwsError('InternalFailure', error.message, 500);
  return {
    status,
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'x-amzn-RequestId': randomUUID(),
      'x-amzn-ErrorType': code,
    },
    body: JSON.stringify({ __type: code, message, ...fields }),
  };
}

/** Reads a response of the AWS JSON protocols. @throws AwsError if it is an error. */
export function readJsonResponse(status: number, body: string): unknown {
  const output: unknown = JSON.parse(body);
  if (status < 300) return output;
  const { __type = 'InternalFailure', message, Message, ...fields } = output as Record<string, string | undefined>;
  const code = __type.split('#').pop()!;
  throw new AwsError(code, message ?? Message ?? code, status, fields);
}

/** Undefined when the target is not a path (`*`, `host:port`, or text that no URL can hold). */
export function requestUrl(request: IncomingMessage): URL | undefined {
  const target = request.url ?? '';
  // A path may begin with two slashes; a relative URL would parse the rest as a host.
  return target.startsWith('/') ? (URL.parse(`http://${request.headers.host}${target}`) ?? undefined) : undefined;
}
