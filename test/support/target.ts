import { afterAll, beforeAll, test } from '@jest/globals';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { Control } from './api.ts';

/** Loaded only if needed: it asks the test runner for the assembly, which does not exist with a deployed target. */
const own = process.env.JOURNEY_BASE_URL ? undefined : await import('./own-service.ts');

/** The service a journey runs against: a base URL and a control URL, nothing else. */
export interface Target {
  baseUrl: string;
  control: Control;
}

/** Capabilities that some targets lack; `test/outside/aws/targets.ts` explains why. */
export type Ability = 'clock' | 'dashboard' | 'presigned-type' | 'webhooks';

/** Ability → why the target lacks it. */
export type MissingAbilities = Partial<Record<Ability, string>>;

/** `JOURNEY_LACKS` comes with `JOURNEY_BASE_URL`; the local service can do everything. */
const lacks = JSON.parse(process.env.JOURNEY_LACKS ?? '{}') as MissingAbilities;

/** A `test` for targets that have these abilities; elsewhere it is skipped, and its name says why. */
export function testWith(...abilities: Ability[]): (name: string, run: () => Promise<void>, timeout?: number) => void {
  const reason = abilities.map((ability) => lacks[ability]).find((missing) => missing !== undefined);
  return reason === undefined ? test : (name, run) => test.skip(`${name} (skipped: ${reason})`, run);
}

/**
 * The target of a journey: `JOURNEY_BASE_URL` and `JOURNEY_CONTROL_URL` if set, otherwise a local service of its own,
 * since journeys advance the clock.
 */
export function useTarget(): () => Target {
  let service: LocalService | undefined;
  let target: Target;

  beforeAll(async () => {
    const { JOURNEY_BASE_URL, JOURNEY_CONTROL_URL } = process.env;
    if (JOURNEY_BASE_URL && JOURNEY_CONTROL_URL) {
      target = { baseUrl: JOURNEY_BASE_URL, control: new Control(JOURNEY_CONTROL_URL) };
      return;
    }
    service = await own!.startOwnService();
    target = { baseUrl: service.description.base_url, control: new Control(service.description.control_url) };
  });

  afterAll(() => service?.stop());

  return () => target;
}
