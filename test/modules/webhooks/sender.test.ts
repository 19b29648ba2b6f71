import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import https from 'node:https';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createGuard, type Guard, resolveInDns } from '../../../lib/adapters/net/guard.ts';
import { createSender, type PostOutcome, type SenderSettings } from '../../../lib/adapters/webhooks/sender.ts';
import { issueCertificates } from '../../support/certificates.ts';
import { listen, listenHttp, listenRaw, readBody, type Receiver } from './support/receiver.ts';

/** For receivers that hang forever. */
const DEADLINE = 700;
/** A result later than this would mean that the deadline did not work. */
const FAR_TOO_LATE = 10_000;
/** For receivers that respond, however busy the machine is. */
const PATIENCE = 15_000;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((receiver) => receiver.close()));
});

async function opening<Opened extends Receiver>(receiver: Promise<Opened>): Promise<Opened> {
  opened.push(await receiver);
  return receiver;
}

function post(url: string, { body = '{}', deadline = PATIENCE } = {}): Promise<PostOutcome> {
  return sendOnce({ guard: createGuard({ loopback: true }), deadline }, url, body);
}

/** Posts once with a new sender. */
async function sendOnce(settings: SenderSettings, url: string, body = '{}'): Promise<PostOutcome> {
  const { send, closeIdle } = createSender(settings);
  const outcome = await send({ endpointId: 'whe_1', url, headers: { 'webhook-id': 'evt_1' }, body });
  closeIdle();
  return outcome;
}

/** The outcome with a receiver that does this with the connection once it has the request. */
async function outcomeOf(
  respond: (socket: Socket) => void,
  deadline = PATIENCE,
): Promise<PostOutcome & { receiver: Receiver }> {
  const receiver = await opening(listenRaw((socket) => socket.once('data', () => respond(socket))));
  return { ...(await post(receiver.url, { deadline })), receiver };
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, chunk: Buffer | string): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
}

describe('a delivery', () => {
  test('is one POST with the exact body and its headers', async () => {
    const requests: unknown[] = [];
    const receiver = await opening(
      listenHttp(async (request, response) => {
        requests.push({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: await readBody(request),
        });
        response.writeHead(202).end('thanks');
      }),
    );
    const body = '{"name":"João 📮"}';
    expect(await post(`${receiver.url}?a=b`, { body })).toEqual({
      status: 202,
      error: null,
      answer: 'thanks',
      retry_after: null,
      duration_ms: expect.any(Number),
    });
    expect(requests).toEqual([
      {
        method: 'POST',
        url: '/hooks?a=b',
        body,
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'accept-encoding': 'identity',
          'user-agent': 'Malote-Webhooks/1',
          'webhook-id': 'evt_1',
          connection: 'keep-alive',
        },
      },
    ]);
  });

  test.each([200, 201, 204, 299, 304, 400, 404, 410, 429, 500, 503])(
    'reports the status %i unchanged',
    async (status) => {
      const receiver = await opening(listenHttp((_, response) => response.writeHead(status).end()));
      expect(await post(receiver.url)).toMatchObject({ status, error: null });
    },
  );

  test('keeps the first kilobyte of the response without control characters, and the Retry-After', async () => {
    const receiver = await opening(
      listenHttp((_, response) =>
        response.writeHead(503, { 'retry-after': '120' }).end(`\u0000\u001b[31mno${'x'.repeat(5_000)}`),
      ),
    );
    const { answer, retry_after } = await post(receiver.url);
    expect(answer).toBe(`[31mno${'x'.repeat(1_024 - 8)}`);
    expect(retry_after).toBe('120');
  });

  const page = `<h1>Manutenção</h1>${'<p>Voltamos às 9h.</p>'.repeat(2_000)}`;

  test.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('keeps the first kilobyte of a response in %s as text', async (encoding, compress) => {
    const receiver = await opening(
      listenHttp((_, response) => response.writeHead(503, { 'content-encoding': encoding }).end(compress(page))),
    );
    const beginning = Buffer.from(page).subarray(0, 1_024).toString();
    expect(await post(receiver.url)).toMatchObject({ status: 503, error: null, answer: beginning });
  });

  test('keeps what arrived of a long response in gzip', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `${index * 7_919} `).join('');
    const receiver = await opening(
      listenHttp((_, response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync(lines))),
    );
    expect((await post(receiver.url)).answer).toBe(lines.slice(0, 1_024));
  });

  test('keeps a response that only claims to be compressed as it came', async () => {
    const receiver = await opening(
      listenHttp((_, response) => response.writeHead(500, { 'content-encoding': 'gzip' }).end('not found')),
    );
    expect((await post(receiver.url)).answer).toBe('not found');
  });

  test('goes to the next address if one does not accept the connection', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    const twoAddresses: Guard = async (url) => ({
      url: new URL(url),
      addresses: ['::1', '127.0.0.1'],
      lookup: (_hostname, _options, done) =>
        done(null, [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    const url = `http://receiver.example.com:${receiver.port}/`;
    const outcome = await sendOnce({ guard: twoAddresses, deadline: PATIENCE }, url);
    expect(outcome).toMatchObject({ status: 200, error: null });
  });
});

describe('a receiver that hangs is cut off at the deadline', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['no response at all', () => undefined],
    ['half a status line', (socket) => socket.write('HTTP/1.1 2')],
    [
      'endless headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'x: y\r\n');
      },
    ],
    ['100 Continue forever', (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s', async (_, respond) => {
    const outcome = await outcomeOf(respond, DEADLINE);
    expect(outcome).toMatchObject({ status: null, error: 'answer_timeout', answer: null });
    expect(outcome.duration_ms).toBeLessThan(FAR_TOO_LATE);
  });

  test('a body that is never read', async () => {
    const receiver = await opening(listenRaw((socket) => socket.pause()));
    const outcome = await post(receiver.url, { body: 'x'.repeat(20_000_000), deadline: DEADLINE });
    expect(outcome.error).toBe('answer_timeout');
  });

  test('a connection that is never made', async () => {
    const nowhere: Guard = async (url) => ({ url: new URL(url), addresses: [], lookup: () => undefined });
    const outcome = await sendOnce({ guard: nowhere, deadline: DEADLINE }, 'https://receiver.example.com/');
    expect(outcome.error).toBe('connect_timeout');
  });

  test('a TLS handshake that gets no response', async () => {
    const receiver = await opening(listenRaw(() => undefined));
    const { error } = await post(receiver.url.replace('http:', 'https:'), { deadline: DEADLINE });
    expect(error).toBe('tls_timeout');
  });

  test('a name server that is silent', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const outcome = await resolvingAt(`127.0.0.1:${silent.address().port}`, DEADLINE);
      expect(outcome).toMatchObject({ status: null, error: 'dns_timeout' });
      expect(outcome.duration_ms).toBeLessThan(FAR_TOO_LATE);
    } finally {
      silent.close();
    }
  });
});

/** A post to a public name, resolved by this name server. */
function resolvingAt(server: string, deadline = PATIENCE): Promise<PostOutcome> {
  const guard = createGuard({ loopback: false }, (hostname, signal) => resolveInDns(hostname, signal, [server]));
  return sendOnce({ guard, deadline }, 'https://receiver.example.com/');
}

describe('each failure of a receiver has its own error', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a reset connection', (socket) => socket.resetAndDestroy()],
    ['a closed connection', (socket) => socket.end()],
    [
      'a flood of 103 Early Hints',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50)),
    ],
    ['a flood of 100 Continue', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50))],
    ['something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'headers beyond 64 KB',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(80)}\r\n`),
    ],
    [
      'a protocol upgrade',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('%s', async (_, respond) => {
    expect(await outcomeOf(respond)).toMatchObject({ status: null, error: 'answer_failed' });
  });

  test('a closed port', async () => {
    const receiver = await listenRaw(() => undefined);
    await receiver.close();
    expect(await post(receiver.url)).toMatchObject({ status: null, error: 'connect_failed' });
  });

  test('a name server that cannot be reached', async () => {
    const closed = createSocket('udp4').bind(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address();
    closed.close();
    expect(await resolvingAt(`127.0.0.1:${port}`)).toMatchObject({ status: null, error: 'dns_failed' });
  });

  test('a few informational responses are skipped', async () => {
    const informational = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(5);
    const outcome = await outcomeOf((socket) => socket.end(`${informational}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(outcome).toMatchObject({ status: 204, error: null });
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const target = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    const receiver = await opening(
      listenHttp((_, response) => response.writeHead(status, { location: target.url }).end()),
    );
    expect(await post(receiver.url)).toMatchObject({ status, error: null });
    expect(target.sockets).toHaveLength(0);
  });

  test('a private address is rejected before any connection', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    const outcome = await sendOnce({ guard: createGuard({ loopback: false }), deadline: PATIENCE }, receiver.url);
    expect(outcome).toMatchObject({ error: 'address_refused' });
    expect(receiver.sockets).toHaveLength(0);
  });
});

describe('a body is neither awaited nor read in full', () => {
  /** Maximum kernel buffers on both sides; the floods below would never end. */
  const BUFFERS = 16_000_000;
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  test.each<[string, (socket: Socket) => void]>([
    ['an endless body', (socket) => flood(socket, Buffer.alloc(65_536, 'x'))],
    ['a body that drips', (socket) => drip(socket, 'x')],
    ['a body that never comes', () => undefined],
    ['a gzip bomb', (socket) => socket.write(bomb)],
    ['a connection reset after the headers', (socket) => setTimeout(() => socket.resetAndDestroy(), 20)],
  ])('%s: the status is kept', async (_, sendBody) => {
    const { receiver, ...outcome } = await outcomeOf((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 200000000\r\n\r\n');
      sendBody(socket);
    });
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(outcome.answer?.length ?? 0).toBeLessThanOrEqual(1_024);
    const [socket] = receiver.sockets;
    if (!socket!.destroyed) await new Promise((resolve) => socket!.once('close', resolve));
    expect(socket!.bytesWritten).toBeLessThan(BUFFERS);
  });
});

const certificates = await issueCertificates(['receiver.example.com', 'other.example.com']);
const stranger = await issueCertificates(['receiver.example.com']);

describe('over TLS', () => {
  async function outcomeWith({ key, cert }: { key: string; cert: string }) {
    const seen: unknown[] = [];
    const receiver = await opening(
      listen(
        https.createServer({ key, cert }, (request, response) => {
          seen.push({ host: request.headers.host, serverName: (request.socket as { servername?: string }).servername });
          response.writeHead(200).end();
        }),
      ),
    );
    const pinned: Guard = async (url) => ({
      url: new URL(url),
      addresses: ['127.0.0.1'],
      lookup: (_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const url = `https://receiver.example.com:${receiver.port}/hooks`;
    const outcome = await sendOnce({ guard: pinned, deadline: PATIENCE, ca: certificates.ca }, url);
    return { outcome, seen, port: receiver.port };
  }

  test('the pinned address is called by its name', async () => {
    const { outcome, seen, port } = await outcomeWith(certificates.of['receiver.example.com']);
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(seen).toEqual([{ host: `receiver.example.com:${port}`, serverName: 'receiver.example.com' }]);
  });

  test.each([
    ['another name', certificates.of['other.example.com']],
    ['an unknown authority', stranger.of['receiver.example.com']],
  ])('a certificate of %s is rejected before anything is sent', async (_, certificate) => {
    const { outcome, seen } = await outcomeWith(certificate);
    expect(outcome).toMatchObject({ status: null, error: 'tls_failed' });
    expect(seen).toEqual([]);
  });

  test('a receiver that does not speak TLS is rejected', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    expect((await post(receiver.url.replace('http:', 'https:'))).error).toBe('tls_failed');
  });
});

describe('connections', () => {
  const open = (settings: Partial<SenderSettings> = {}) =>
    createSender({ guard: createGuard({ loopback: true }), deadline: PATIENCE, ...settings });
  const to = (url: string, endpointId = 'whe_1') => ({ endpointId, url, headers: {}, body: '{}' });
  /** Responds to the requests of each connection in turn as told, then with 200. */
  const listenInTurn = (...answers: ((socket: Socket) => void)[]) =>
    opening(
      listenRaw((socket) => {
        let request = 0;
        socket.on('data', () => {
          const answer = answers[request++];
          if (answer) answer(socket);
          else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        });
      }),
    );
  const ok = (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');

  test('carry one post of their endpoint after the other', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end('thanks')));
    const { send, closeIdle } = open();
    for (let count = 0; count < 3; count++) expect(await send(to(receiver.url))).toMatchObject({ answer: 'thanks' });
    expect(receiver.sockets).toHaveLength(1);
    closeIdle();
    expect(await send(to(receiver.url))).toMatchObject({ status: 200 });
    expect(receiver.sockets).toHaveLength(2);
    closeIdle();
  });

  test('are not shared with another endpoint or with other addresses of the name', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    let addresses = ['127.0.0.1'];
    const guard: Guard = async (url) => ({
      url: new URL(url),
      addresses,
      lookup: (_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const { send, closeIdle } = open({ guard });
    const url = `http://receiver.example.com:${receiver.port}/`;
    await send(to(url));
    await send(to(url, 'whe_2'));
    expect(receiver.sockets).toHaveLength(2);
    addresses = ['127.0.0.1', '127.0.0.2'];
    await send(to(url));
    expect(receiver.sockets).toHaveLength(3);
    addresses = ['127.0.0.2', '127.0.0.1'];
    await send(to(url));
    expect(receiver.sockets).toHaveLength(3);
    closeIdle();
  });

  test('are not used if the guard now rejects the URL', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end()));
    let loopback = true;
    const { send, closeIdle } = open({ guard: (url, signal) => createGuard({ loopback })(url, signal) });
    expect(await send(to(receiver.url))).toMatchObject({ status: 200 });
    loopback = false;
    expect(await send(to(receiver.url))).toMatchObject({ status: null, error: 'address_refused' });
    closeIdle();
  });

  test('that the receiver has closed cost no attempt: the post uses a new one', async () => {
    const receiver = await listenInTurn(ok, (socket) => socket.destroy());
    const { send, closeIdle } = open();
    await send(to(receiver.url));
    expect(await send(to(receiver.url))).toMatchObject({ status: 200, error: null });
    expect(receiver.sockets).toHaveLength(2);
    closeIdle();
  });

  test('closed in the middle of a response fail the attempt, because the receiver may have the event', async () => {
    const receiver = await listenInTurn(ok, (socket) => socket.end('HTTP/1.1 200'));
    const { send, closeIdle } = open();
    await send(to(receiver.url));
    expect(await send(to(receiver.url))).toMatchObject({ status: null, error: 'answer_failed' });
    expect(receiver.sockets).toHaveLength(1);
    closeIdle();
  });

  test('end with a response that is too long to be read', async () => {
    const receiver = await opening(listenHttp((_, response) => response.writeHead(200).end('a'.repeat(100_000))));
    const { send } = open();
    for (let count = 0; count < 2; count++) expect(await send(to(receiver.url))).toMatchObject({ status: 200 });
    expect(receiver.sockets).toHaveLength(2);
  });

  test('resume the previous TLS session', async () => {
    const { ca, of } = await issueCertificates(['localhost']);
    const resumed: boolean[] = [];
    const server = https.createServer(of.localhost, (_, response) => response.writeHead(200).end());
    server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
    const receiver = await opening(listen(server));
    const { send, closeIdle } = open({ ca });
    const url = receiver.url.replace('http://127.0.0.1', 'https://localhost');
    for (const endpointId of ['whe_1', 'whe_1', 'whe_2']) {
      expect(await send(to(url, endpointId))).toMatchObject({ status: 200 });
      closeIdle();
    }
    expect(resumed).toEqual([false, true, false]);
  });
});
