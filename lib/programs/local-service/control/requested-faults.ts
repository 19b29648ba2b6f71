import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl } from '@malote/local-cloud/endpoint.ts';
import { errorReply } from '../../../adapters/http/error-reply.ts';
import type { Exchange } from '../../../adapters/http/exchange.ts';
import { createId } from '../../../core/domain/ids.ts';
import { Problem } from '../../../core/domain/problems.ts';
import type { RequestedFault } from '../simulator-types.ts';

export const faultKinds = [
  'rate_limit_exceeded',
  'service_unavailable',
  'cut',
  'slow',
] as const satisfies readonly RequestedFault['fault'][];

/** Faults that a test asks for; each hits the next requests of the API that fit it. */
export class RequestedFaults {
  #faults: RequestedFault[] = [];
  readonly #base: string;
  readonly #docsUrl: string;
  readonly #now: () => number;

  /** @param base path of the API, e.g. `/v1` */
  constructor(base: string, docsUrl: string, now: () => number) {
    this.#base = base;
    this.#docsUrl = docsUrl;
    this.#now = now;
  }

  get waiting(): readonly RequestedFault[] {
    return this.#faults;
  }

  add(fault: RequestedFault): void {
    this.#faults.push({ ...fault });
  }

  clear(): void {
    this.#faults = [];
  }

  /** Before the API; `cut` and `slow` let the request take effect. */
  readonly route = (request: IncomingMessage, response: ServerResponse): boolean => {
    const fault = this.#take(request);
    if (!fault) return false;
    switch (fault.fault) {
      case 'cut':
        response.end = () => response.destroy();
        return false;
      case 'slow': {
        const end = response.end.bind(response) as (...data: unknown[]) => ServerResponse;
        response.end = (...data: unknown[]) => {
          setTimeout(() => end(...data), fault.milliseconds);
          return response;
        };
        return false;
      }
      default:
        this.#refuse(request, response, fault.fault);
        return true;
    }
  };

  #take(request: IncomingMessage): RequestedFault | undefined {
    const { method } = request;
    const pathname = requestUrl(request)?.pathname;
    if (!pathname?.startsWith(`${this.#base}/`)) return undefined;
    const path = pathname.slice(this.#base.length);
    const found = this.#faults.find(
      (fault) => (fault.method ?? method) === method && (fault.path ?? path) === path && fault.requests > 0,
    );
    if (found) found.requests--;
    this.#faults = this.#faults.filter(({ requests }) => requests > 0);
    return found;
  }

  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    code: 'rate_limit_exceeded' | 'service_unavailable',
  ): void {
    const now = this.#now();
    const exchange: Partial<Exchange> = {
      requestId: createId('request', now, randomBytes),
      now,
      locale: request.headers['accept-language']?.startsWith('en') ? 'en' : 'pt-BR',
      rateRemaining: 0,
    };
    const { statusCode, headers, body } = errorReply(exchange as Exchange, new Problem(code), this.#docsUrl);
    // The client sends its body in peace before it reads.
    request.resume().once('end', () => response.writeHead(statusCode, headers as Record<string, string>).end(body));
  }
}
