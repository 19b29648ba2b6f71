import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The fault of one request. With `after`, the service still carries it out. A link to which a file is sent may have
 * expired, or take no second file; then it answers as S3 does.
 */
export type Fault =
  | 'none'
  | 'busy'
  | 'down'
  | 'down after'
  | 'cut'
  | 'cut after'
  | 'cut answer'
  | 'silence'
  | 'link expired'
  | 'link used';

/** What S3 answers (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const LINK_ANSWERS: Readonly<Partial<Record<Fault, readonly [number, string]>>> = {
  'link expired': [403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'],
  'link used': [412, '<Error><Code>PreconditionFailed</Code></Error>'],
};

/** Seconds of Retry-After on a `busy` response. */
export const BUSY_SECONDS = 2;

/** A request that reached the proxy. */
export interface Attempt {
  scenario: string;
  /** Method and path below the base URL. */
  request: string;
  key: string | undefined;
  contentType: string | undefined;
  userAgent: string | undefined;
  /** The service repeated an earlier response. */
  replayed: boolean;
}

export interface FaultyProxy {
  attempts: Attempt[];
  /**
   * The base URL under which the faults of a scenario happen, in order; later requests pass. If the name of the scenario
   * begins with `links`, files go through the proxy too.
   */
  baseUrl: (scenario: string) => string;
  stop: () => void;
}

/** Starts a proxy in front of the service at `baseUrl`. */
export async function startFaultyProxy(
  baseUrl: string,
  scenarios: Readonly<Record<string, readonly Fault[]>>,
): Promise<FaultyProxy> {
  const attempts: Attempt[] = [];
  const links: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const [, scenario = '', ...rest] = request.url!.split('/');
    const path = `/${rest.join('/')}`;
    const fault = scenarios[scenario]?.[attempts.filter((each) => each.scenario === scenario).length] ?? 'none';
    const attempt: Attempt = {
      scenario,
      request: `${request.method} ${path.split('?')[0]}`,
      key: request.headers['idempotency-key'] as string | undefined,
      contentType: request.headers['content-type']?.split(';')[0],
      userAgent: request.headers['user-agent'],
      replayed: false,
    };
    attempts.push(attempt);
    if (fault === 'silence') return;
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'down') return refuse(response, 503, 'api_error', 'service_unavailable');
    if (fault === 'busy') return refuse(response, 429, 'rate_limit_error', 'rate_limit_exceeded', BUSY_SECONDS);

    const [status, xml] = LINK_ANSWERS[fault] ?? [];
    if (status) return void response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);

    const link = /^\/link\/(\d+)$/.exec(path)?.[1];
    const answered = await fetch(link ? links[Number(link)]! : `${baseUrl}${path}`, {
      method: request.method,
      headers: passedOn(request),
      body: body.length > 0 ? new Uint8Array(body) : undefined,
    });
    const whole = Buffer.from(await answered.arrayBuffer());
    const text = scenario.startsWith('links') ? throughHere(whole, scenario) : whole;
    attempt.replayed = answered.headers.get('idempotent-replayed') === 'true';
    if (fault === 'cut after') return void request.socket.destroy();
    if (fault === 'down after') return refuse(response, 503, 'api_error', 'service_unavailable');
    const names = ['content-type', 'idempotent-replayed', 'request-id'].filter((name) => answered.headers.has(name));
    response.writeHead(answered.status, {
      ...Object.fromEntries(names.map((name) => [name, answered.headers.get(name)!])),
      'content-length': text.length,
    });
    if (fault === 'cut answer') {
      response.write(text.subarray(0, text.length / 2), () => request.socket.destroy());
    } else response.end(text);
  }

  function throughHere(answer: Buffer, scenario: string): Buffer {
    return Buffer.from(
      answer.toString().replace(/"(upload_url|rows_url)":("[^"]+")/, (_, field: string, link: string) => {
        const number = links.push(JSON.parse(link) as string) - 1;
        return `"${field}":"http://127.0.0.1:${port}/${scenario}/link/${number}"`;
      }),
    );
  }

  return {
    attempts,
    baseUrl: (scenario) => `http://127.0.0.1:${port}/${scenario}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const names = ['authorization', 'content-type', 'idempotency-key', 'accept-language', 'if-none-match'];
  return Object.fromEntries(names.filter((name) => headers[name]).map((name) => [name, headers[name] as string]));
}

function refuse(response: ServerResponse, status: number, type: string, code: string, retryAfter?: number): void {
  const error = { type, code, message: code, request_id: 'req_0', doc_url: 'https://example.com', details: null };
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  response.end(JSON.stringify({ error }));
}
