import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What hostile receivers do with a connection after a request. */
const behaviors = {
  'no response': () => undefined,
  'half a status line': (socket) => socket.write('HTTP/1.1 2'),
  'headers that drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x: y\r\n');
  },
  'informational responses that drip': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'informational responses without end': (socket) =>
    flood(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000))),
  'a body that never comes': (socket) => socket.write(OK),
  'a body that drips': (socket) => {
    socket.write(OK);
    drip(socket, 'x');
  },
  '200 MB': (socket) => {
    socket.write(OK);
    flood(socket, Buffer.alloc(65_536, 'x'));
  },
  'a gzip bomb': (socket) => {
    socket.write(OK.replace('\r\n\r\n', '\r\ncontent-encoding: gzip\r\n\r\n'));
    socket.write(BOMB);
  },
  'a redirect to the metadata': (socket) =>
    socket.write('HTTP/1.1 307 T\r\nlocation: http://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n'),
  'a reset': (socket) => socket.resetAndDestroy(),
} satisfies Record<string, (socket: Socket) => unknown>;

export type Behavior = keyof typeof behaviors;

/** 200 MB in 200 KB, made once. */
const BOMB = gzipSync(Buffer.alloc(200_000_000));

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 200000000\r\n\r\n';

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 200);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, chunk: Buffer): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
}

/** Main module of a process with hostile receivers; it sends the port of each behavior to its parent. */
const ports: Record<string, number> = {};
for (const [name, behave] of Object.entries(behaviors)) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ports[name] = (server.address() as AddressInfo).port;
}
process.send!(ports);
