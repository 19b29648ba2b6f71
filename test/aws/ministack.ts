import { join, resolve } from 'node:path';
import type { OptionalEnvironmentName } from '../../lib/core/environment.ts';
import { preparePython } from '../support/python-environment.ts';
import { type Emulator, startEmulator } from './emulator.ts';

const environment = resolve(import.meta.dirname, '../../.build/ministack');

/**
 * Starts MiniStack, an AWS emulator in Python that needs no Docker. It runs the functions as Node processes of this machine
 * and skips the waits of state machines.
 * @throws Error when it does not answer
 */
export async function startMiniStack(region: string): Promise<Emulator> {
  await preparePython(environment, join(import.meta.dirname, 'requirements.txt'));
  return startEmulator({
    name: 'MiniStack',
    command: join(environment, 'bin/ministack'),
    environment: (port) => ({
      BIND_HOST: '127.0.0.1',
      // In the addresses of queues.
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      LAMBDA_EXECUTOR: 'local',
      SFN_WAIT_SCALE: '0',
      // Its functions inherit it: receivers of the journeys stand on this machine.
      ['LOOPBACK_ADDRESSES' satisfies OptionalEnvironmentName]: 'true',
    }),
    health: '/_ministack/health',
  });
}
