import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { requestUrl, type Route } from '@malote/local-cloud/endpoint.ts';
import { CALLBACK_PATH } from '../../../adapters/sign-in/openid.ts';
import type { ProviderSettings, UserChange } from './provider-thread.ts';

/** Path of the local OpenID provider; it is in no template. */
export const PROVIDER_PATH = '/_sign-in';

/** The dashboard's client at that provider. */
export const LOCAL_CLIENT_ID = 'malote-dashboard';

/** Its secret, of this process: the provider refuses a token to whoever does not have it. */
export const LOCAL_CLIENT_SECRET = randomBytes(32).toString('base64url');

/** The local OpenID provider; started at the first sign-in. */
export class LocalSignIn {
  readonly #clock: () => SharedArrayBuffer;
  #thread: Worker | undefined;
  #port: Promise<number> | undefined;
  readonly #changes: UserChange[] = [];

  constructor(clock: () => SharedArrayBuffer) {
    this.#clock = clock;
  }

  readonly route: Route = (request, response) => {
    const url = requestUrl(request);
    if (!url || !(url.pathname === PROVIDER_PATH || url.pathname.startsWith(`${PROVIDER_PATH}/`))) return false;
    this.#port ??= this.#start(`http://127.0.0.1:${request.socket.localPort}`);
    this.#port.then(
      (port) => forward(request, response, port),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
    return true;
  };

  /** Changes a person at the provider, as an administrator does or they themselves. */
  change(change: UserChange): void {
    this.#changes.push(change);
    this.#thread?.postMessage(change);
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  async #start(origin: string): Promise<number> {
    const settings: ProviderSettings = {
      clock: this.#clock(),
      issuer: `${origin}${PROVIDER_PATH}`,
      clientId: LOCAL_CLIENT_ID,
      clientSecret: LOCAL_CLIENT_SECRET,
      redirectUri: origin + CALLBACK_PATH,
      changes: this.#changes,
    };
    this.#thread = new Worker(new URL('./provider-thread.ts', import.meta.url), {
      workerData: settings,
      // Suppresses warnings about settings that are not for production.
      stdout: true,
      stderr: true,
    });
    const [port] = (await once(this.#thread, 'message')) as [number];
    return port;
  }
}

/** Passes the request to the provider unchanged, including its host. */
function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const forwarded = sendRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', (error) => response.destroy(error));
  request.pipe(forwarded);
}
