import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@malote/local-cloud/free-port.ts';
import type { OptionalEnvironmentName } from '../../lib/core/environment.ts';
import { killGroup } from '../support/process-group.ts';
import { preparePython } from '../support/python-environment.ts';
import type { Emulator } from './targets.ts';

const repository = resolve(import.meta.dirname, '../..');
const environment = join(repository, '.build/ministack');
const requirements = join(import.meta.dirname, 'requirements.txt');

export const MINISTACK_LOG = join(repository, '.build/ministack.log');

/**
 * Starts MiniStack, an AWS emulator in Python that needs no Docker, on a free port of the loopback address. It runs the
 * functions as Node processes of this machine and skips the waits of state machines.
 * @throws Error when it does not answer within 30 s; what it said is in `MINISTACK_LOG`
 */
export async function startMiniStack(region: string): Promise<Emulator> {
  await preparePython(environment, requirements);
  const port = await freePort();
  const scratch = await mkdtemp(join(tmpdir(), 'ministack-'));
  const log = createWriteStream(MINISTACK_LOG);
  const child = spawn(join(environment, 'bin/ministack'), {
    // A group of its own: the processes of its functions end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: scratch,
      TMPDIR: scratch,
      BIND_HOST: '127.0.0.1',
      // In the addresses of queues.
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      LAMBDA_EXECUTOR: 'local',
      SFN_WAIT_SCALE: '0',
      // Its functions inherit it: receivers of the journeys stand on this machine.
      ['LOOPBACK_ADDRESSES' satisfies OptionalEnvironmentName]: 'true',
    },
  });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGTERM');
      await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    }
    killGroup(child.pid!);
    await rm(scratch, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  if (await answers(`${endpoint}/_ministack/health`, () => child.exitCode === null)) return { endpoint, stop };
  await stop();
  throw new Error(`MiniStack did not start; see ${MINISTACK_LOG}`);
}

async function answers(url: string, runs: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 120 && runs(); tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(250);
  }
  return false;
}
