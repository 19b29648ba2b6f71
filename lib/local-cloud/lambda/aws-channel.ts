import type { ClientRequest, RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable, Writable } from 'node:stream';

/** An AWS call from an execution environment. */
export interface AwsCall {
  id: number;
  method: string;
  /** Path and query as the client wrote them. */
  target: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array | string;
}

export interface AwsCallResult {
  id: number;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array | string;
}

export interface AwsChannel {
  /** Takes a request if it is a signed one to the endpoint. */
  request(options: RequestOptions, listener?: Listener): ClientRequest | undefined;
  answer(answer: AwsCallResult): void;
  /** The connection of a call ends without a response. */
  disconnect(id: number): void;
}

/** An `import` would read every export, and `WebSocket` loads undici: 20 ms of CPU time for each environment. */
const http = process.getBuiltinModule('node:http');

type Listener = (response: Readable) => void;

/**
 * Sends signed `node:http` requests to `endpoint` as messages: a function spends most of its time on AWS calls, and a
 * message costs a fraction of a loopback socket.
 */
export function openAwsChannel(endpoint: string, send: (call: AwsCall) => void): AwsChannel {
  const { hostname, port } = new URL(endpoint);
  const waiting = new Map<number, CallRequest>();
  let calls = 0;
  return {
    request: (options, listener) => {
      const isCall = options.host === hostname && String(options.port) === port && isSigned(options.headers);
      if (!isCall) return undefined;
      const id = ++calls;
      const call = new CallRequest(
        (body) =>
          send({ id, method: options.method!, target: options.path!, headers: lowerCased(options.headers), body }),
        () => waiting.delete(id),
      );
      if (listener) call.once('response', listener);
      waiting.set(id, call);
      return call as unknown as ClientRequest;
    },
    answer: (answer) => waiting.get(answer.id)?.answer(answer),
    disconnect: (id) => waiting.get(id)?.destroy(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })),
  };
}

/** Gives this thread's requests to a channel. All that it does not take use sockets. */
export function callAwsByMessage(endpoint: string, send: (call: AwsCall) => void): AwsChannel {
  const channel = openAwsChannel(endpoint, send);
  const request = http.request;
  const intercepted = (options: RequestOptions, listener?: Listener): ClientRequest =>
    channel.request(options, listener) ?? request(options, listener as never);
  http.request = intercepted as typeof http.request;
  syncBuiltinESMExports();
  return channel;
}

function isSigned(headers: RequestOptions['headers']): boolean {
  return String((headers as Record<string, unknown> | undefined)?.authorization).startsWith('AWS4-HMAC-SHA256 ');
}

function lowerCased(headers: RequestOptions['headers']): Record<string, string> {
  const entries = Object.entries(headers as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The part of `ClientRequest` that AWS clients use. */
class CallRequest extends Writable {
  /** Looks like an open connection: clients measure how long it takes to open. */
  readonly socket = { connecting: false, setKeepAlive: () => undefined, setTimeout: () => undefined };
  readonly #send: (body: Uint8Array | string) => void;
  readonly #forget: () => void;
  readonly #chunks: (Buffer | string)[] = [];

  constructor(send: (body: Uint8Array | string) => void, forget: () => void) {
    super({ decodeStrings: false, autoDestroy: false });
    this.#send = send;
    this.#forget = forget;
    // A client with `Expect: 100-continue` sends its body only after this event.
    process.nextTick(() => this.emit('continue'));
  }

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    const [first = '', ...others] = this.#chunks;
    const isText = typeof first === 'string' && others.length === 0;
    this.#send(isText ? first : Buffer.concat(this.#chunks.map((chunk) => Buffer.from(chunk))));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#forget();
    done(error);
  }

  answer({ status, headers, body }: AwsCallResult): void {
    const response = Object.assign(new Readable({ read: () => undefined }), {
      statusCode: status,
      statusMessage: '',
      headers,
      complete: true,
    });
    response.push(typeof body === 'string' ? Buffer.from(body) : body);
    response.push(null);
    response.once('close', () => this.destroy());
    this.#forget();
    this.emit('response', response);
  }
}
