import { join, resolve } from 'node:path';
import type { OptionalEnvironmentName } from '../../../lib/core/environment.ts';
import { preparePython } from '../../support/python-environment.ts';
import { type Emulator, startEmulator } from './emulator.ts';

const build = resolve(import.meta.dirname, '../../../.build');

/** One version for the journeys, and one that deploys the whole template (`targets.ts`). */
const requirements = { journeys: 'requirements.txt', whole: 'requirements-whole.txt' };

/**
 * Starts MiniStack, an AWS emulator in Python that needs no Docker. It runs the functions as Node processes on this
 * machine and skips the waits of state machines.
 * @throws Error if it does not respond
 */
export async function startMiniStack(region: string, version: keyof typeof requirements): Promise<Emulator> {
  const environment = join(build, `ministack-${version}`);
  await preparePython(environment, join(import.meta.dirname, requirements[version]));
  return startEmulator({
    name: `MiniStack ${version}`,
    command: join(environment, 'bin/ministack'),
    environment: (port) => ({
      BIND_HOST: '127.0.0.1',
      // Used in queue URLs.
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      LAMBDA_EXECUTOR: 'local',
      SFN_WAIT_SCALE: '0',
      // Its functions inherit this: the journeys' receivers are on this machine.
      ['LOOPBACK_ADDRESSES' satisfies OptionalEnvironmentName]: 'true',
      ...(version === 'whole' && {
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'cognito-at-ministack.ts')}`,
      }),
    }),
    health: '/_ministack/health',
  });
}
