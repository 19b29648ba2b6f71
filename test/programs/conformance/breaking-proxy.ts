import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  method: string;
  /** Below the version, with its query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON; may be changed in place or replaced. */
  body: any;
}

/** One behavior that differs from the service's. */
export interface Break {
  /** Changes the request before the service gets it. */
  ask?: (asked: Asked) => void;
  /** Changes the response before the customer gets it; `send` asks the service again. */
  answer?: (
    answered: ProxiedResponse,
    asked: Asked,
    send: (asked: Partial<Asked>) => Promise<ProxiedResponse>,
  ) => Promise<void> | void;
}

/** Headers of one connection, not of the message. */
const hops = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host'];

const passedOn = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !hops.includes(name.toLowerCase())));

/** A service that keeps all rules but one: a proxy in front of a correct one. */
export class BreakingProxy {
  /** The current break; none at first. */
  breaks: Break = {};
  /** Requests received, `method path`. */
  readonly asked: string[] = [];
  readonly baseUrl: string;
  readonly #close: () => void;

  private constructor(baseUrl: string, close: () => void) {
    this.baseUrl = baseUrl;
    this.#close = close;
  }

  /** Starts a proxy in front of the service at this base URL. */
  static async before(service: string): Promise<BreakingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = new BreakingProxy(`http://127.0.0.1:${port}/v1`, () => {
      server.closeAllConnections();
      server.close();
    });
    server.on('request', (request, response) => {
      proxy.#pass(service, request, response).catch((error: Error) => response.destroy(error));
    });
    return proxy;
  }

  close(): void {
    this.#close();
  }

  async #pass(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: Asked = {
      method: request.method!,
      path: request.url!.replace(/^\/v1/, ''),
      headers: passedOn(Object.entries(request.headers as Record<string, string>)),
      body: await buffer(request),
    };
    this.asked.push(`${asked.method} ${asked.path.split('?')[0]}`);
    const send = async (changed: Partial<Asked>): Promise<ProxiedResponse> => {
      const { method, path, headers, body } = { ...asked, ...changed };
      const hasBody = body.length > 0 && method !== 'GET';
      const answer = await fetch(service + path, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: passedOn(answer.headers),
        body: text === '' ? undefined : JSON.parse(text),
      };
    };
    this.breaks.ask?.(asked);
    const answered = await send({});
    await this.breaks.answer?.(answered, asked, send);
    response.writeHead(answered.status, answered.headers);
    response.end(answered.body === undefined ? undefined : JSON.stringify(answered.body));
  }
}
