import type { IncomingMessage, RequestListener } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createDownload, type Downloaded, type DownloadSettings } from '../../../lib/adapters/documents/download.ts';
import { createGuard, type Guard } from '../../../lib/adapters/net/guard.ts';
import type { DownloadFlaw } from '../../../lib/core/domain/problems.ts';
import type { HostPace } from '../../../lib/core/domain/target-hosts.ts';
import { issueCertificates } from '../../support/certificates.ts';
import { listen, listenHttp, listenRaw, type Receiver } from '../webhooks/support/receiver.ts';

/** Far shorter than what the servers here would take, far longer than a response takes. */
const DEADLINE = 700;
/** A result later than this would mean that the deadline did not work; the servers hang forever. */
const FAR_TOO_LATE = 10_000;
const MOST_BYTES = 10_485_760;

const opened: Receiver[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

async function opening(server: Promise<Receiver>): Promise<Receiver> {
  opened.push(await server);
  return opened.at(-1)!;
}

const ACCOUNT = 'acc_1';
const downloader = (settings: DownloadSettings) => (url: string) => createDownload(settings)(url, ACCOUNT);
const loopback = createGuard({ loopback: true });
const download = downloader({ guard: loopback, deadline: DEADLINE });
/** For downloads that must complete, also on a busy machine. */
const patient = downloader({ guard: loopback, deadline: FAR_TOO_LATE });
const unreachable = (flaw: DownloadFlaw): Downloaded => ({ refusal: 'document_unreachable', flaw });
const noConnection = { reason: 'no_connection' } as const;
const notPublic = { reason: 'not_public' } as const;
const tooSlow = { reason: 'too_slow', seconds: DEADLINE / 1_000 } as const;
const tooManyRedirects = { reason: 'too_many_redirects', maximum: 5 } as const;
const tooLarge: Downloaded = { refusal: 'document_too_large' };

const serve = (answer: RequestListener) => opening(listenHttp(answer));

/** The result for a server that does this with a connection once it has the request. */
async function fromRaw(respond: (socket: Socket) => void, fetchIt = download) {
  const server = await opening(listenRaw((socket) => socket.once('data', () => respond(socket))));
  const started = performance.now();
  const result = await fetchIt(server.url);
  expect(performance.now() - started).toBeLessThan(FAR_TOO_LATE);
  return { result, server };
}

/** Writes as fast as the other side reads, and counts. */
function flood(socket: Socket, chunk: Buffer | string): { bytes: number } {
  const written = { bytes: 0 };
  const pour = () => {
    while (!socket.destroyed) {
      written.bytes += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', pour);
  pour();
  return written;
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

const closed = async ({ sockets }: Receiver) => {
  for (const socket of sockets) {
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  }
};

describe('a download', () => {
  test('is one plain GET without data of the customer', async () => {
    const requests: IncomingMessage[] = [];
    const server = await serve((request, response) => {
      requests.push(request);
      response.end('%PDF');
    });
    expect(await patient(`${server.url}?signature=a%2Fb#page=2`)).toEqual({ bytes: Buffer.from('%PDF') });
    expect(requests.map(({ method, url, headers }) => [method, url, headers])).toEqual([
      [
        'GET',
        '/hooks?signature=a%2Fb',
        {
          host: `127.0.0.1:${server.port}`,
          accept: 'application/pdf, */*;q=0.1',
          'accept-encoding': 'identity',
          'user-agent': 'Malote-Documents/1',
          connection: 'close',
        },
      ],
    ]);
  });

  test.each<[string, RequestListener]>([
    ['of known length', (_, response) => void response.writeHead(200, { 'content-length': 4 }).end('%PDF')],
    [
      'in chunks',
      (_, response) => {
        response.write('%P');
        response.end('DF');
      },
    ],
    ['of any content type', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('%PDF')],
    [
      'with the encoding identity',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'Identity' }).end('%PDF'),
    ],
  ])('%s', async (_, answer) => {
    expect(await patient((await serve(answer)).url)).toEqual({ bytes: Buffer.from('%PDF') });
  });

  test('that ends with the connection', async () => {
    const { result } = await fromRaw((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n%PDF'), patient);
    expect(result).toEqual({ bytes: Buffer.from('%PDF') });
  });

  test('after informational responses', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const { result } = await fromRaw((socket) => socket.end(`${hints.repeat(3)}HTTP/1.1 200 OK\r\n\r\n%PDF`), patient);
    expect(result).toEqual({ bytes: Buffer.from('%PDF') });
  });

  test.each([201, 204, 206, 300, 304, 400, 401, 403, 404, 410, 429, 500, 503])(
    'fails with status %i',
    async (status) => {
      const server = await serve((_, response) => void response.writeHead(status).end());
      expect(await patient(server.url)).toEqual(unreachable({ reason: 'answered', http_status: status }));
    },
  );

  test.each(['gzip', 'br', 'gzip, identity'])('fails in %s: nothing is unpacked', async (encoding) => {
    const server = await serve(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(Buffer.alloc(1_000_000))),
    );
    expect(await patient(server.url)).toEqual(unreachable({ reason: 'compressed' }));
  });
});

describe('the largest document', () => {
  test('of 10 MB is accepted, with and without its length', async () => {
    for (const headers of [{ 'content-length': MOST_BYTES }, {}]) {
      const server = await serve((_, response) => void response.writeHead(200, headers).end(Buffer.alloc(MOST_BYTES)));
      const result = await patient(server.url);
      expect('bytes' in result && result.bytes.byteLength).toBe(MOST_BYTES);
    }
  });

  test('one byte more is too large', async () => {
    const server = await serve((_, response) => {
      response.write('%PDF');
      response.end(Buffer.alloc(MOST_BYTES - 3));
    });
    expect(await patient(server.url)).toEqual(tooLarge);
  });

  test('an announced 200 MB are not read at all', async () => {
    const { result, server } = await fromRaw(
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 209715200\r\n\r\n%PDF'),
      patient,
    );
    expect(result).toEqual(tooLarge);
    await closed(server);
  });

  test('200 MB without an end are not read further', async () => {
    let written = { bytes: 0 };
    const { result, server } = await fromRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      written = flood(socket, Buffer.alloc(65_536));
    }, patient);
    expect(result).toEqual(tooLarge);
    await closed(server);
    // What was left in the buffers of both sides was never read.
    expect(written.bytes).toBeLessThan(4 * MOST_BYTES);
  });
});

describe('a server that does not respond is waited for only once', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['it sends nothing', () => undefined],
    ['it stops in the middle of its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')],
    [
      'it drips headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'a: b\r\n');
      },
    ],
    ['it drips 103s', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['it sends nothing after its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n')],
    [
      'it drips its body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        drip(socket, '%');
      },
    ],
  ])('%s', async (_, respond) => {
    const { result, server } = await fromRaw(respond);
    expect(result).toEqual(unreachable(tooSlow));
    await closed(server);
  });

  test('it accepts the connection but does not start TLS', async () => {
    const server = await opening(listenRaw((socket) => socket.resume()));
    expect(await download(server.url.replace('http:', 'https:'))).toEqual(unreachable(tooSlow));
    await closed(server);
  });

  test('its name is never resolved', async () => {
    const guard = createGuard(
      { loopback: false },
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    expect(await downloader({ guard, deadline: DEADLINE })('https://example.com/')).toEqual(unreachable(tooSlow));
  });

  test('all redirects together take no longer than one response', async () => {
    const server = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), DEADLINE / 2);
    });
    expect(await download(server.url)).toEqual(unreachable(tooSlow));
    expect(server.sockets.length).toBeLessThanOrEqual(2);
  });
});

describe('a broken response', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['text that is not HTTP', (socket) => socket.end('hello\r\n\r\n')],
    ['nothing', (socket) => socket.end()],
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['fewer bytes than announced', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n%PDF')],
    [
      'chunks without an end',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n%PDF\r\n'),
    ],
    ['a broken chunk', (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n')],
    ['a megabyte of headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(170_000)}\r\n`)],
    ['two lengths', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n%PDF')],
    [
      'a protocol upgrade',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('%s', async (_, respond) => {
    expect((await fromRaw(respond)).result).toEqual(unreachable(noConnection));
  });

  test('no server on the port', async () => {
    const server = await listenRaw(() => undefined);
    await server.close();
    expect(await patient(server.url)).toEqual(unreachable(noConnection));
  });
});

describe('redirects', () => {
  const counting =
    (redirects: number, status = 302): RequestListener =>
    (request, response) => {
      const left = Number(request.url!.match(/\d+$/)?.[0] ?? redirects);
      if (left > 0) response.writeHead(status, { location: `/${left - 1}` }).end();
      else response.end('%PDF');
    };

  test.each([301, 302, 303, 307, 308])('five of %i are followed', async (status) => {
    expect(await patient((await serve(counting(5, status))).url)).toEqual({ bytes: Buffer.from('%PDF') });
  });

  test('a sixth is not', async () => {
    const server = await serve(counting(6));
    expect(await patient(server.url)).toEqual(unreachable(tooManyRedirects));
    expect(server.sockets).toHaveLength(6);
  });

  test('a loop is not followed', async () => {
    const server = await serve((_, response) => void response.writeHead(302, { location: '/hooks' }).end());
    expect(await patient(server.url)).toEqual(unreachable(tooManyRedirects));
    expect(server.sockets).toHaveLength(6);
  });

  test.each([
    ['http://[', noConnection],
    ['//', noConnection],
    ['https://user:password@127.0.0.1/', notPublic],
    ['', tooManyRedirects],
  ])('to %j', async (location, flaw) => {
    const server = await serve((request, response) => {
      if (request.url === '/') response.end('%PDF');
      else response.writeHead(302, { location }).end();
    });
    expect(await patient(server.url)).toEqual(unreachable(flaw));
  });

  test.each<[string, BufferEncoding, string]>([
    ['/boleto de março.pdf?para=João', 'utf8', '/boleto%20de%20mar%C3%A7o.pdf?para=Jo%C3%A3o'],
    ['/fatura/₢.pdf', 'utf8', '/fatura/%E2%82%A2.pdf'],
    ['/março.pdf', 'latin1', '/mar%E7o.pdf'],
    ['/mar%C3%A7o.pdf', 'utf8', '/mar%C3%A7o.pdf'],
  ])('to %s in %s keep their bytes', async (location, encoding, expected) => {
    const requested: string[] = [];
    const server = await opening(
      listenRaw((socket) =>
        socket.once('data', (request: Buffer) => {
          const [, path] = request.toString('latin1').split(' ');
          requested.push(path!);
          if (path === expected) return socket.end('HTTP/1.1 200 OK\r\n\r\n%PDF');
          return socket.end(
            Buffer.from(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`, encoding),
          );
        }),
      ),
    );
    expect(await patient(server.url)).toEqual({ bytes: Buffer.from('%PDF') });
    expect(requested).toEqual(['/hooks', expected]);
  });

  test('carry no cookie and no referrer', async () => {
    const headers: IncomingMessage['headers'][] = [];
    const server = await serve((request, response) => {
      headers.push(request.headers);
      if (request.url === '/done') response.end('%PDF');
      else response.writeHead(302, { location: '/done', 'set-cookie': 'a=b' }).end();
    });
    await patient(server.url);
    expect(headers).toHaveLength(2);
    expect(headers[1]).toEqual(headers[0]);
  });
});

/** Names as a customer's DNS would resolve them; every other name is a public server. */
describe('addresses', () => {
  const names: Record<string, string[]> = {
    'metadata.example': ['169.254.169.254'],
    'runtime.example': ['127.0.0.1'],
    'private.example': ['10.0.0.1'],
    'mixed.example': ['93.184.216.34', '192.168.0.1'],
    'mapped.example': ['::ffff:7f00:1'],
    'nowhere.example': [],
  };
  const asked: string[] = [];
  const guard = createGuard({ loopback: false }, async (name) => {
    asked.push(name);
    return names[name]!;
  });
  const guarded = downloader({ guard, deadline: DEADLINE });

  test.each([
    ...Object.keys(names).map((name) => `https://${name}/`),
    'https://169.254.169.254/latest/meta-data/',
    'https://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://service.internal/',
  ])('%s is not called', async (url) => {
    expect(await guarded(url)).toEqual(unreachable(notPublic));
  });

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'HTTP://example.com/',
    'https://',
    'https://?',
    'https:',
    'https:///example.com/',
    'https://user@example.com/',
    'https://example.com:0/',
  ])('%s is of the wrong kind', async (url) => {
    expect(await guarded(url)).toEqual({ refusal: 'invalid_format' });
  });

  test.each([
    'http://127.0.0.1/',
    'https://metadata.example/',
    'https://[::ffff:169.254.169.254]/',
    'http://public.example/',
  ])('a redirect to %s is rejected at its hop', async (location) => {
    const server = await serve((_, response) => void response.writeHead(302, { location }).end());
    // The first hop leads to the server here; all others pass the production guard.
    const first: Guard = (url, signal) => (url === server.url ? loopback : guard)(url, signal);
    expect(await downloader({ guard: first, deadline: DEADLINE })(server.url)).toEqual(unreachable(notPublic));
    expect(server.sockets).toHaveLength(1);
  });

  test.each([
    ['https://boletos.ação.example/maio.pdf', 'boletos.xn--ao-siap.example'],
    ['https://МЕТАДАТА.example/', 'xn--80aaaod5b4bd.example'],
  ])('the international name %s is resolved as Punycode', async (url, name) => {
    asked.length = 0;
    await guarded(url);
    expect(asked).toEqual([new URL(url).hostname]);
    expect(asked).toEqual([name]);
  });

  test('a redirect to an international name in raw UTF-8 is resolved as Punycode', async () => {
    const location = Buffer.from('https://ação.example/março.pdf').toString('latin1');
    const server = await serve((_, response) => void response.writeHead(302, { location }).end());
    const hops: string[] = [];
    const first: Guard = (url, signal) => (url === server.url ? loopback : (hops.push(url), guard))(url, signal);
    await downloader({ guard: first, deadline: FAR_TOO_LATE })(server.url);
    expect(hops).toEqual([new URL('https://ação.example/março.pdf').href]);
  });

  test('a name is resolved once per hop, and the call goes to that address', async () => {
    asked.length = 0;
    await guarded('https://metadata.example/');
    expect(asked).toEqual(['metadata.example']);
  });
});

const { ca, of } = await issueCertificates(['documents.example', 'other.example']);

describe('certificates', () => {
  const tlsServer = (name: keyof typeof of, answer: RequestListener = (_, response) => void response.end('%PDF')) =>
    opening(listen(https.createServer(of[name], answer)));

  /** Resolves every name to the server, as DNS would. */
  const led = (server: Receiver, trusted = true) =>
    downloader({
      guard: async (text) => ({
        url: Object.assign(new URL(text), { port: String(server.port) }),
        addresses: ['127.0.0.1'],
        lookup: (_name, options, done) => {
          if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
          else done(null, '127.0.0.1', 4);
        },
      }),
      deadline: FAR_TOO_LATE,
      ...(trusted && { ca }),
    });

  test('from a trusted authority for the exact name', async () => {
    const server = await tlsServer('documents.example');
    expect(await led(server)('https://documents.example/')).toEqual({ bytes: Buffer.from('%PDF') });
  });

  test('for another name', async () => {
    const server = await tlsServer('other.example');
    expect(await led(server)('https://documents.example/')).toEqual(unreachable(noConnection));
  });

  test('from an unknown authority', async () => {
    const server = await tlsServer('documents.example');
    expect(await led(server, false)('https://documents.example/')).toEqual(unreachable(noConnection));
  });

  test('for another name after a redirect', async () => {
    const server = await tlsServer(
      'documents.example',
      (_, response) => void response.writeHead(302, { location: 'https://other.example/' }).end(),
    );
    expect(await led(server)('https://documents.example/')).toEqual(unreachable(noConnection));
    expect(server.sockets).toHaveLength(2);
  });
});

describe('the pace of a host', () => {
  const paced = (pace: Partial<HostPace>) => {
    const calls: string[] = [];
    const download = downloader({
      guard: loopback,
      deadline: FAR_TOO_LATE,
      pace: {
        turn: async (host, accountId, until) => {
          calls.push(`${host} ${accountId}`);
          expect(until).toBeLessThan(Date.now() + FAR_TOO_LATE / 2);
          return pace.turn?.(host, accountId, until) ?? true;
        },
        answered: async (host, { status, error }) => {
          calls.push(`${host} ${status ?? error}`);
          await pace.answered?.(host, { status, error });
        },
      },
    });
    return { calls, download };
  };

  test('is asked before every hop and learns from its answer', async () => {
    const end = await serve((_, response) => response.end('%PDF'));
    const start = await serve((_, response) => response.writeHead(302, { location: end.url }).end());
    const { calls, download } = paced({});
    expect(await download(start.url)).toMatchObject({ bytes: expect.anything() });
    const [one, two] = [start, end].map(({ url }) => `download ${new URL(url).host}`);
    expect(calls).toEqual([`${one} ${ACCOUNT}`, `${one} 302`, `${two} ${ACCOUNT}`, `${two} 200`]);
  });

  test('without a turn in time, nothing is called', async () => {
    let called = 0;
    const server = await serve((_, response) => {
      called++;
      response.end();
    });
    const { download } = paced({ turn: () => Promise.resolve(false) });
    expect(await download(server.url)).toEqual(unreachable({ reason: 'host_busy' }));
    expect(called).toBe(0);
  });

  test('learns of a connection that fails', async () => {
    const server = await opening(listenRaw((socket) => socket.destroy()));
    const { calls, download } = paced({});
    expect(await download(server.url)).toEqual(unreachable(noConnection));
    expect(calls.at(-1)).toMatch(/ Error$/);
  });

  test('a failure of our own is not called a failure of the host', async () => {
    const server = await serve((_, response) => response.end('%PDF'));
    const failing = () => Promise.reject(new Error('the table is away'));
    await expect(paced({ turn: failing }).download(server.url)).rejects.toThrow('the table is away');
    await expect(paced({ answered: failing }).download(server.url)).rejects.toThrow('the table is away');
  });
});
