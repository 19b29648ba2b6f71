import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type ApiResponse } from '../../support/api.ts';
import type { Observations } from './observations.ts';

/** Milliseconds between two requests: below the limit of fifty a second, to leave room for others (rule REQ-10). */
const PACE_MS = 25;
/** Maximum retries of a request that was rate limited or met an unavailable service. */
const REPETITIONS = 5;

let next = 0;

async function turn(): Promise<void> {
  const wait = next - performance.now();
  next = Math.max(next, performance.now()) + PACE_MS;
  if (wait > 0) await sleep(wait);
}

/** A customer's client that paces itself, waits when told to, and passes each response to the observations. */
export class Subject extends ApiClient {
  readonly #observations: Observations;

  constructor(baseUrl: string, key: string | undefined, observations: Observations) {
    super(baseUrl, key);
    this.#observations = observations;
    if (key !== undefined) observations.keys.add(key);
  }

  /** The same deployment with another key, or with none. */
  as(key: string | undefined): Subject {
    return new Subject(this.baseUrl, key, this.#observations);
  }

  override async send(...request: Parameters<ApiClient['send']>): Promise<ApiResponse> {
    for (let left = REPETITIONS; ; left--) {
      await turn();
      const response = await super.send(...request);
      this.#observations.see(request[0], request[1], response);
      const pause = Number(response.headers.get('retry-after'));
      if (![429, 503].includes(response.status) || !(pause > 0) || left === 0) return response;
      await sleep(pause * 1_000);
    }
  }
}
