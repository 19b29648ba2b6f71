import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';

/** A receiver on a loopback port. */
export interface Receiver {
  url: string;
  port: number;
  /** Connections accepted so far. */
  sockets: Socket[];
  close(): Promise<void>;
}

/** Listens with any server and tracks its sockets, so that closing does not wait for a hanging one. */
export async function listen(server: Server): Promise<Receiver> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    // A sender that has read enough destroys its side.
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A receiver that responds as an HTTP server. */
export const listenHttp = (
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Receiver> => listen(http.createServer((request, response) => void answer(request, response)));

/** A receiver that handles the raw connection. */
export const listenRaw = (onSocket: (socket: Socket) => void): Promise<Receiver> => listen(net.createServer(onSocket));

export async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += chunk;
  return body;
}
