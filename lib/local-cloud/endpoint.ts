import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Disconnected } from './interference.ts';
import type { AwsRequest, AwsResponse } from './service.ts';
import { AwsError } from './service.ts';

/** Takes a request it is meant for, and says whether it did. */
export type Route = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Endpoint {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Closes the port and every connection, also those in the middle of a request. */
  stop: () => Promise<void>;
}

/** The client went away before its request was complete: there is nobody to answer. */
export class RequestAborted extends Error {}

/** S3 itself takes 5 GB in one PUT; one machine need not. */
const LONGEST_AWS_BODY_BYTES = 64 * 1024 * 1024;

/** Longer than clients keep idle connections, so that they and not the server close them. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Opens the one HTTP port of the local cloud on the loopback address. Requests go to the first route that takes them.
 * Every response carries the time of `now`: AWS SDK clients correct their clock by the `Date` header.
 * @throws Error when the port is taken.
 */
export async function openEndpoint(port: number, routes: readonly Route[], now: () => number): Promise<Endpoint> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    response.setHeader('Date', new Date(now()).toUTCString());
    if (!routes.some((route) => route(request, response))) send(response, { status: 404 });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/**
 * Reads a body of at most `limit` bytes; undefined when it is longer. A longer one is read to its end and dropped, since a
 * client that is still sending would miss the answer.
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
    request.on('close', () => reject(new RequestAborted()));
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

/** The name of the service a request is signed for, in its header or (presigned) in its query. */
function signedService(headers: AwsRequest['headers'], url: URL): string | undefined {
  // Credential=<access key>/<yyyymmdd>/<region>/<service>/aws4_request
  const credential =
    /^AWS4-HMAC-SHA256 .*?Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ??
    url.searchParams.get('X-Amz-Credential');
  return credential?.split('/')[3];
}

/** Serves AWS calls. `ownsUnsigned` names the service that answers an unsigned request to a path, if one does. */
export function awsRoute(
  dispatch: (request: AwsRequest) => Promise<AwsResponse>,
  ownsUnsigned: (path: string) => string | undefined,
  log: (line: string) => void,
): Route {
  return (request, response) => {
    const url = requestUrl(request);
    if (!url) return false;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value!]),
    );
    const service = signedService(headers, url) ?? ownsUnsigned(url.pathname);
    if (!service) return false;
    const answer = async () => {
      const body = await readBody(request, LONGEST_AWS_BODY_BYTES);
      if (!body) throw new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 413);
      const operation = headers['x-amz-target']?.split('.')[1];
      return dispatch({ service, operation, method: request.method!, url, headers, body });
    };
    answer().then(
      (answered) => send(response, answered),
      (error: Error) => {
        if (error instanceof Disconnected) response.destroy();
        else if (!(error instanceof RequestAborted)) send(response, errorResponse(error, log));
      },
    );
    return true;
  };
}

/** An error as the AWS JSON protocols write it. What is not an AWS error is a fault of the local cloud itself, and logged. */
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

/** Reads what a service of the AWS JSON protocols answered. @throws AwsError when that was an error. */
export function readAnswer(status: number, body: string): unknown {
  const output: unknown = JSON.parse(body);
  if (status < 300) return output;
  const { __type = 'InternalFailure', message, Message, ...fields } = output as Record<string, string | undefined>;
  const code = __type.split('#').pop()!;
  throw new AwsError(code, message ?? Message ?? code, status, fields);
}

/** Undefined for a target that is no path (`*`, `host:port`, or text no URL can hold). */
export function requestUrl(request: IncomingMessage): URL | undefined {
  const target = request.url ?? '';
  // A path may begin with two slashes, which a relative URL would read as a host.
  return target.startsWith('/') ? (URL.parse(`http://${request.headers.host}${target}`) ?? undefined) : undefined;
}
