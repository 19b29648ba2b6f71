import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from '../../support/certificates.ts';

/** Initial options of a receiver. */
export interface ReceiverOptions {
  /** Milliseconds until it responds with 200; undefined if it never responds. */
  answersAfter?: number;
  /** Every how many calls one gets no response. */
  hangsEvery?: number;
  /** For HTTPS. */
  certificate?: Certificate;
}

/**
 * When the headers of each delivery arrived, by the clock that all processes of a machine share: `[webhook-id, epoch
 * ms]`.
 */
export type Arrivals = [string, number][];

/** The main module of a process that receives webhooks; see `startReceiver`. */
let arrivals: Arrivals = [];

process.once('message', ({ answersAfter, hangsEvery = Infinity, certificate }: ReceiverOptions) => {
  let calls = 0;
  const receive: RequestListener = (request, response) => {
    arrivals.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()]);
    request.resume();
    if (answersAfter === undefined || ++calls % hangsEvery === 0) return;
    const answer = () => response.writeHead(200).end();
    if (answersAfter === 0) answer();
    else setTimeout(answer, answersAfter);
  };
  const server = certificate ? createHttpsServer(certificate, receive) : createHttpServer(receive);
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
    process.send!({ port: (server.address() as AddressInfo).port });
  });
  process.on('message', () => {
    process.send!({ arrivals });
    arrivals = [];
  });
});
