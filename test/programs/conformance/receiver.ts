import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '../../support/eventually.ts';

export interface Delivery {
  headers: Record<string, string>;
  body: string;
}

/** A customer's receiver of webhooks on this machine. */
export class Receiver {
  readonly url: string;
  readonly deliveries: Delivery[] = [];
  /** Statuses to respond with, in turn; the last one repeats. 0 leaves a call without a response. */
  statuses: number[];
  readonly #server: Server;

  private constructor(server: Server, statuses: number[]) {
    this.#server = server;
    this.statuses = statuses;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        this.deliveries.push({ headers: request.headers as Record<string, string>, body });
        const status = this.statuses.length > 1 ? this.statuses.shift()! : this.statuses[0]!;
        if (status > 0) response.writeHead(status, status === 302 ? { location: this.url } : {}).end();
      });
    });
  }

  static async open(...statuses: number[]): Promise<Receiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server, statuses.length > 0 ? statuses : [200]);
  }

  /** Deliveries about an object so far. */
  of(id: string): Delivery[] {
    return this.deliveries.filter(({ body }) => body.includes(id));
  }

  /** Deliveries about an object, once there are this many. */
  got(id: string, count: number): Promise<Delivery[]> {
    return eventually(
      async () => this.of(id),
      ({ length }) => length >= count,
    );
  }

  /** @returns true once nobody is connected */
  async close(): Promise<true> {
    this.#server.closeAllConnections();
    this.#server.close();
    return true;
  }
}
