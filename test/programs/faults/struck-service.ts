import { afterAll, beforeAll } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { startOwnService } from '../../support/own-service.ts';
import { Internals } from './internals.ts';

/** Decides the fault of a call of a function; undefined lets it be. */
export type Strike = (call: FunctionCall) => Fault | undefined;

export interface StruckService {
  api: ApiClient;
  control: Control;
  internals: Internals;
}

/**
 * A service of the test file's own, whose calls meet faults while the test wants it.
 * @returns the service, once the file's tests run, and `strikeWith`, which has every call struck from now on, or none
 */
export function useStruckService(): { service: () => StruckService; strikeWith: (strike?: Strike) => void } {
  let running: LocalService;
  let struck: StruckService;
  let strike: Strike | undefined;
  beforeAll(async () => {
    running = await startOwnService({ interference: (call) => strike?.(call) });
    const { base_url, api_key, control_url } = running.description;
    struck = {
      api: new ApiClient(base_url, api_key),
      control: new Control(control_url),
      internals: new Internals(running),
    };
  });
  afterAll(() => running.stop());
  return { service: () => struck, strikeWith: (next) => void (strike = next) };
}
