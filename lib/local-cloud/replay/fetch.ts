import http, { type IncomingMessage } from 'node:http';

const MOST_REDIRECTS = 20;

/** Responses that have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** What Node's own `fetch` sends with each request. */
const usualHeaders = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** `fetch` over `node:http`: Node's own has sockets and timers of its own, which cannot be replaced. */
export function createFetch(): typeof fetch {
  return async (input, init) => {
    let request = new Request(input, init);
    for (let redirects = 0; ; redirects++) {
      const body = Buffer.from(await request.clone().arrayBuffer());
      const answer = await ask(request, body).catch((error: unknown) => {
        if (request.signal.aborted) throw request.signal.reason;
        throw new TypeError('fetch failed', { cause: error });
      });
      const location = answer.headers.get('location');
      const leads = isRedirect(answer.status) && location !== null && request.redirect !== 'manual';
      if (!leads) return answer;
      if (request.redirect === 'error' || redirects === MOST_REDIRECTS)
        throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
      request = redirected(request, body, new URL(location, request.url), answer.status);
    }
  };
}

/** https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirected({ method, headers, signal }: Request, body: Buffer, url: URL, status: number): Request {
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  if (becomesGet || body.length === 0)
    return new Request(url, { method: becomesGet ? 'GET' : method, headers: withoutContent(headers), signal });
  return new Request(url, { method, headers, body: new Uint8Array(body), signal });
}

function withoutContent(headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of ['content-type', 'content-length', 'content-encoding']) rest.delete(name);
  return rest;
}

function ask({ url, method, headers, signal }: Request, body: Buffer): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const given = { ...usualHeaders, ...Object.fromEntries(headers) };
    const length = body.length > 0 || method === 'POST' || method === 'PUT' ? { 'content-length': body.length } : {};
    const target = new URL(url);
    const sent = http.request(
      {
        host: target.hostname.replace(/^\[|\]$/g, ''),
        port: target.port || 80,
        path: target.pathname + target.search,
        method,
        headers: { host: target.host, ...given, ...length },
        agent: false,
      },
      (response) => void responseOf(response, url).then(resolve, reject),
    );
    const abort = () => sent.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    sent.once('close', () => signal.removeEventListener('abort', abort));
    sent.once('error', reject);
    sent.end(body);
  });
}

async function responseOf(response: IncomingMessage, url: string): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (let index = 0; index < response.rawHeaders.length; index += 2)
    headers.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
  const status = response.statusCode!;
  const body = WITHOUT_BODY.has(status) ? null : new Uint8Array(Buffer.concat(chunks));
  const answer = new Response(body, { status, statusText: response.statusMessage ?? '', headers });
  Object.defineProperty(answer, 'url', { value: url });
  return answer;
}
